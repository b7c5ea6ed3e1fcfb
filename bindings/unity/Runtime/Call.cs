using System;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Qikit
{
    // What every call needs: text in, text out, errors, and the version, which is checked once.
    internal static class Call
    {
        // 16 KB hold any report of a board; a larger text gets a buffer of its own.
        const int Room = 16 << 10;

        [ThreadStatic] static byte[] error;
        [ThreadStatic] static byte[] buffer;

        static int versionSeen;

        /// <summary>This thread's qk_error, ready for a call.</summary>
        public static byte[] Error()
        {
            if (error == null)
            {
                error = new byte[Native.ErrorSize];
                Put32(error, 0, Native.ErrorSize);
            }
            return error;
        }

        public static void Put32(byte[] bytes, int offset, int value)
        {
            bytes[offset] = (byte)value;
            bytes[offset + 1] = (byte)(value >> 8);
            bytes[offset + 2] = (byte)(value >> 16);
            bytes[offset + 3] = (byte)(value >> 24);
        }

        /// <summary>Text of a fixed field, which ends at the first zero.</summary>
        public static string Field(byte[] bytes, int offset, int length)
        {
            int end = Array.IndexOf(bytes, (byte)0, offset, length);
            return Encoding.UTF8.GetString(bytes, offset, (end < 0 ? offset + length : end) - offset);
        }

        /// <summary>Text that the library owns, which ends with a zero.</summary>
        public static string Static(IntPtr text)
        {
            int length = 0;
            while (System.Runtime.InteropServices.Marshal.ReadByte(text, length) != 0) length++;
            var bytes = new byte[length];
            System.Runtime.InteropServices.Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>Throws the exception of a status, with the text in Error().</summary>
        public static void Check(int status)
        {
            if (status != (int)Status.Ok) throw Failure(status);
        }

        public static Exception Failure(int status)
        {
            string message = Field(Error(), Native.ErrorMessage, Native.ErrorSize - Native.ErrorMessage);
            Array.Clear(error, 4, Native.ErrorSize - 4); // the next failure must not show this text
            if (message.Length == 0) message = Static(Native.qk_status_name(status));
            return QikitException.For(status, message);
        }

        /// <summary>UTF-8 of a text; name is for the exception when it is null.</summary>
        public static byte[] Bytes(string text, string name)
        {
            CheckVersion();
            if (text == null) throw new ArgumentNullException(name);
            return Encoding.UTF8.GetBytes(text);
        }

        /// <summary>Octets as they are; name is for the exception when they are null.</summary>
        public static byte[] Octets(byte[] octets, string name)
        {
            if (octets == null) throw new ArgumentNullException(name);
            return octets;
        }

        public static UIntPtr Length(byte[] bytes) => (UIntPtr)(uint)bytes.Length;

        public delegate int Writer(byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);

        /// <summary>Calls a function that writes text, and again with a larger buffer if the text
        /// did not fit.</summary>
        public static string Text(Writer write)
        {
            int length;
            byte[] room = Written(write, out length);
            return Encoding.UTF8.GetString(room, 0, length);
        }

        /// <summary>The same for octets.</summary>
        public static byte[] Octets(Writer write)
        {
            int length;
            byte[] room = Written(write, out length);
            var octets = new byte[length];
            Buffer.BlockCopy(room, 0, octets, 0, length);
            return octets;
        }

        static byte[] Written(Writer write, out int length)
        {
            if (buffer == null) buffer = new byte[Room];
            byte[] room = buffer;
            for (; ; )
            {
                UIntPtr needed;
                int status = write(room, Length(room), out needed, Error());
                length = checked((int)needed);
                if (status == (int)Status.Ok) return room;
                if (status != (int)Status.Buffer) throw Failure(status);
                room = new byte[length + 1];
            }
        }

        /// <summary>Refuses a library of another major version, or of an earlier minor one.</summary>
        public static void CheckVersion()
        {
            if (Volatile.Read(ref versionSeen) != 0) return;
            try
            {
                CheckVersion(Native.qk_abi_version());
                CheckRelease(Library.Version);
            }
            catch (DllNotFoundException e)
            {
                throw new DllNotFoundException(NoLibrary, e);
            }
            catch (BadImageFormatException e)
            {
                throw new BadImageFormatException(NoLibrary, e);
            }
            Volatile.Write(ref versionSeen, 1);
        }

        /// <summary>
        /// The text in the language that QIKIT_LANGUAGE names, or else in that of the user interface: before the
        /// library is there, none can be set.
        /// </summary>
        internal static string InLanguage(string english, string chinese)
        {
            string language = Environment.GetEnvironmentVariable("QIKIT_LANGUAGE");
            if (string.IsNullOrEmpty(language)) language = CultureInfo.CurrentUICulture.Name;
            return language.StartsWith("zh", StringComparison.OrdinalIgnoreCase) ? chinese : english;
        }

        internal static string NoLibrary => InLanguage(
            "qikit: no library that this system and processor can load: in Unity take the package of a release, " +
            "whose Plugins have it, for .NET the NuGet package Qikit, or put the file beside the program",
            "qikit：没有本系统和处理器能装入的库：在 Unity 中请用发行版的包，其 Plugins 中有库；在 .NET 中请用 NuGet 包 Qikit，或把库文件放在程序旁边");

        /// <summary>The version of this package, and of the library that was made with it.</summary>
        internal const string Release = "0.1.0";

        /// <summary>Refuses a library of an earlier release than this package's: it may lack functions.</summary>
        internal static void CheckRelease(string found)
        {
            System.Version release;
            if (System.Version.TryParse(found.Split('-')[0], out release) && release >= new System.Version(Release)) return;
            throw OtherVersion("qikit: the library is version " + found + ", this package needs " + Release + " or a later one",
                "qikit：库的版本为 " + found + "，本包需要 " + Release + " 或更新的版本");
        }

        internal static void CheckVersion(uint found)
        {
            const uint wanted = Native.AbiVersion;
            if (found >> 16 == wanted >> 16 && (found & 0xffff) >= (wanted & 0xffff)) return;
            string speaks = (found >> 16) + "." + (found & 0xffff), needed = (wanted >> 16) + "." + (wanted & 0xffff);
            throw OtherVersion("qikit: the library speaks interface " + speaks + ", this package needs " + needed + " or a later minor one",
                "qikit：库的接口版本为 " + speaks + "，本包需要 " + needed + " 或更高的次版本");
        }

        static VersionException OtherVersion(string english, string chinese)
        {
            return new VersionException(InLanguage(english + "; take package and library of one release", chinese + "；请用同一发行版的包和库"));
        }
    }

    /// <summary>
    /// An object of the library. Dispose frees its memory at once; otherwise the garbage collector
    /// does. A call on a disposed object throws a HandleException, which is an
    /// ObjectDisposedException.
    /// </summary>
    public abstract class NativeObject : IDisposable
    {
        long handle;

        internal NativeObject(ulong handle)
        {
            this.handle = (long)handle;
        }

        ~NativeObject() => Release();

        /// <summary>0 after Dispose, for which the library returns the status of a
        /// HandleException.</summary>
        internal ulong Handle => (ulong)Interlocked.Read(ref handle);

        internal abstract void Free(ulong handle);

        /// <summary>Reads text of this object, which stays alive meanwhile.</summary>
        internal string Read(Call.Writer write)
        {
            string text = Call.Text(write);
            GC.KeepAlive(this);
            return text;
        }

        /// <summary>The end of a call on this object, which stays alive until here.</summary>
        internal void Done(int status)
        {
            GC.KeepAlive(this);
            Call.Check(status);
        }

        void Release()
        {
            ulong value = (ulong)Interlocked.Exchange(ref handle, 0);
            if (value != 0) Free(value);
        }

        public void Dispose()
        {
            Release();
            GC.SuppressFinalize(this);
        }
    }
}
