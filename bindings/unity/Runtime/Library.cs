using System;

namespace Qikit
{
    /// <summary>Settings of the process. Environment variables have no effect on the library.</summary>
    public sealed class LibrarySettings
    {
        /// <summary>Threads that compute at once, 1 to 1024; default: the machine's.</summary>
        public int Threads { get; set; }
        /// <summary>Bytes above which memory is collected harder; ulong.MaxValue: no
        /// limit.</summary>
        public ulong MemorySoft { get; set; }
        /// <summary>Growth of memory between collections, 10 to 1000; default 100.</summary>
        public int GcPercent { get; set; }
        /// <summary>
        /// The kernels that networks run on: "generic" (plain Go, with the same bits on every machine), "avx2",
        /// "avx512" or "neon"; null or "best": the fastest of this machine.
        /// </summary>
        public string Kernels { get; set; }

        /// <summary>The language of the library's error messages, "en" or "zh"; null: "en".</summary>
        public string Language { get; set; }

        internal static readonly string[] LanguageNames = { "en", "zh" };
        internal static readonly string[] KernelNames = { "best", "generic", "avx2", "avx512", "neon" };
    }

    /// <summary>The library in this process.</summary>
    public static class Library
    {
        /// <summary>The library's version: "0.1.0".</summary>
        public static string Version => Call.Static(Native.qk_version());

        /// <summary>The interface that the library speaks: major &lt;&lt; 16 | minor.</summary>
        public static uint Abi => Native.qk_abi_version();

        /// <summary>The name of a status: "QK_ERR_PARSE".</summary>
        public static string StatusName(Status status) => Call.Static(Native.qk_status_name((int)status));

        /// <summary>The settings in force; setting them changes the whole process.</summary>
        public static LibrarySettings Settings
        {
            get
            {
                var opts = new NativeRuntimeOpts { StructSize = NativeRuntimeOpts.Size };
                Call.Check(Native.qk_runtime_opts_init(ref opts));
                return new LibrarySettings
                {
                    Threads = (int)opts.Threads,
                    MemorySoft = opts.MemorySoft,
                    GcPercent = (int)opts.GcPercent,
                    Kernels = LibrarySettings.KernelNames[opts.Kernels],
                    Language = LibrarySettings.LanguageNames[opts.Language],
                };
            }
            set
            {
                if (value == null) throw new ArgumentNullException("value");
                int kernels = value.Kernels == null ? 0 : Array.IndexOf(LibrarySettings.KernelNames, value.Kernels);
                if (kernels < 0)
                    throw new InvalidArgumentException("Kernels is \"" + value.Kernels + "\", expected one of " + string.Join(", ", LibrarySettings.KernelNames));
                int language = value.Language == null ? 0 : Array.IndexOf(LibrarySettings.LanguageNames, value.Language);
                if (language < 0)
                    throw new InvalidArgumentException("Language is \"" + value.Language + "\", expected one of " + string.Join(", ", LibrarySettings.LanguageNames));
                var opts = new NativeRuntimeOpts
                {
                    StructSize = NativeRuntimeOpts.Size,
                    Threads = unchecked((uint)value.Threads),
                    MemorySoft = value.MemorySoft,
                    GcPercent = unchecked((uint)value.GcPercent),
                    Kernels = (uint)kernels,
                    Language = (uint)language,
                };
                Calls.RuntimeConfig(ref opts);
            }
        }

        /// <summary>Versions, live objects by type, memory: for tests and support.</summary>
        public static Json Stats() => Json.Parse(Calls.RuntimeStats());

        /// <summary>
        /// Causes a defect in the library, in the call or in a thread of the library, to test that a
        /// program survives one. The given object is unusable afterwards; disposing it works.
        /// </summary>
        /// <returns>the exception that the defect raised</returns>
        public static QikitException Panic(NativeObject on = null, bool inThread = false)
        {
            int status = Native.qk_debug_panic(on == null ? 0 : on.Handle, inThread ? 1u : 0u, Call.Error());
            GC.KeepAlive(on);
            Exception raised = Call.Failure(status);
            if (raised is QikitException) return (QikitException)raised;
            throw raised;
        }
    }
}
