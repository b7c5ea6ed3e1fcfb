using System;

namespace Qikit
{
    /// <summary>What a call of the library returned, as qikit.h numbers it.</summary>
    public enum Status
    {
        Ok = 0,
        InvalidArgument = 1,
        Handle = 2,
        State = 3,
        Cancelled = 4,
        Timeout = 5,
        NotFound = 6,
        Parse = 7,
        Rules = 8,
        Limit = 9,
        Buffer = 10,
        Unsupported = 11,
        Version = 12,
        Io = 13,
        Forked = 14,
        Panic = 15,
        Internal = 16,
    }

    /// <summary>
    /// The library could not do what was asked. The message says what was wrong,
    /// where, and what was expected. Every status has an exception of its own.
    /// </summary>
    public class QikitException : Exception
    {
        public QikitException(Status status, string message) : base(message)
        {
            Status = status;
        }

        public Status Status { get; private set; }

        internal static QikitException For(int status, string message)
        {
            switch ((Status)status)
            {
                case Status.InvalidArgument: return new InvalidArgumentException(message);
                case Status.Handle: return new HandleException(message);
                case Status.State: return new StateException(message);
                case Status.Cancelled: return new CancelledException(message);
                case Status.Timeout: return new TimedOutException(message);
                case Status.NotFound: return new NotFoundException(message);
                case Status.Parse: return new ParseException(message);
                case Status.Rules: return new RulesException(message);
                case Status.Limit: return new LimitException(message);
                case Status.Buffer: return new BufferException(message);
                case Status.Unsupported: return new UnsupportedException(message);
                case Status.Version: return new VersionException(message);
                case Status.Io: return new StorageException(message);
                case Status.Forked: return new ForkedException(message);
                case Status.Panic: return new PanicException(message);
                case Status.Internal: return new InternalException(message);
            }
            return new QikitException((Status)status, message); // of a newer library
        }
    }

    /// <summary>A number out of range, or a bad option.</summary>
    public sealed class InvalidArgumentException : QikitException
    {
        public InvalidArgumentException(string message) : base(Status.InvalidArgument, message) { }
    }

    /// <summary>The object was disposed before.</summary>
    public sealed class HandleException : QikitException
    {
        public HandleException(string message) : base(Status.Handle, message) { }
    }

    /// <summary>Not now: nothing to undo, a job that still runs.</summary>
    public sealed class StateException : QikitException
    {
        public StateException(string message) : base(Status.State, message) { }
    }

    /// <summary>Cancelled before there was a result.</summary>
    public sealed class CancelledException : QikitException
    {
        public CancelledException(string message) : base(Status.Cancelled, message) { }
    }

    /// <summary>The time given was over first.</summary>
    public sealed class TimedOutException : QikitException
    {
        public TimedOutException(string message) : base(Status.Timeout, message) { }
    }

    /// <summary>No such position, file, game or event.</summary>
    public sealed class NotFoundException : QikitException
    {
        public NotFoundException(string message) : base(Status.NotFound, message) { }
    }

    /// <summary>Malformed text or file.</summary>
    public sealed class ParseException : QikitException
    {
        public ParseException(string message) : base(Status.Parse, message) { }
    }

    /// <summary>Well formed, but against the game's rules.</summary>
    public sealed class RulesException : QikitException
    {
        public RulesException(string message) : base(Status.Rules, message) { }
    }

    /// <summary>More than the library takes; the message says how much.</summary>
    public sealed class LimitException : QikitException
    {
        public LimitException(string message) : base(Status.Limit, message) { }
    }

    /// <summary>A buffer was too small. Buffers grow by themselves here, so a program never meets it.</summary>
    public sealed class BufferException : QikitException
    {
        public BufferException(string message) : base(Status.Buffer, message) { }
    }

    /// <summary>This game or build does not do that.</summary>
    public sealed class UnsupportedException : QikitException
    {
        public UnsupportedException(string message) : base(Status.Unsupported, message) { }
    }

    /// <summary>A library or a file of another version.</summary>
    public sealed class VersionException : QikitException
    {
        public VersionException(string message) : base(Status.Version, message) { }
    }

    /// <summary>Disk, pipe or process; the message has the cause.</summary>
    public sealed class StorageException : QikitException
    {
        public StorageException(string message) : base(Status.Io, message) { }
    }

    /// <summary>Called in a forked child.</summary>
    public sealed class ForkedException : QikitException
    {
        public ForkedException(string message) : base(Status.Forked, message) { }
    }

    /// <summary>A defect in the library; the object is unusable now, the process is not.</summary>
    public sealed class PanicException : QikitException
    {
        public PanicException(string message) : base(Status.Panic, message) { }
    }

    /// <summary>A defect in the library.</summary>
    public sealed class InternalException : QikitException
    {
        public InternalException(string message) : base(Status.Internal, message) { }
    }
}
