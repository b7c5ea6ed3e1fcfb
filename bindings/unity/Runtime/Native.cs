// The C interface as C# sees it: include/qikit.h, function by function. The
// test tool compares every declaration with the header.

using System;
using System.Runtime.InteropServices;

namespace Qikit
{
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeJobInfo
    {
        public uint StructSize;
        public uint State;
        public ulong Done;
        public ulong Total;
        public double Rate;
        public double Left;
        public ulong Events;

        public const uint Size = 48;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeSearchOpts
    {
        public uint StructSize;
        public uint Depth;
        public ulong Nodes;
        public ulong Visits;
        public ulong TimeUs;
        public uint Lines;
        public uint Fresh;
        public ulong ClockUs;
        public ulong IncrementUs;
        public uint MovesToGo;
        public uint Reserved;

        public const uint Size = 64;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeRuntimeOpts
    {
        public uint StructSize;
        public uint Threads;
        public ulong MemorySoft;
        public uint GcPercent;
        public uint Kernels;

        public const uint Size = 24;
    }

    // Only blittable types cross: numbers, structs of numbers, byte arrays. A byte
    // array is pinned for the call and not copied. qk_error and qk_outcome, which
    // hold text, are byte arrays laid out as the header has them.
    internal static class Native
    {
#if (UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS) && !UNITY_EDITOR
        public const string Library = "__Internal"; // linked into the application
#else
        public const string Library = "qikit";
#endif

        public const CallingConvention C = CallingConvention.Cdecl;

        /// <summary>QK_ABI_VERSION of the header this was written for.</summary>
        public const uint AbiVersion = 0x00000001;

        public const int ErrorSize = 1024, ErrorMessage = 8;
        public const int OutcomeSize = 96, OutcomeOver = 4, OutcomeWinner = 8, OutcomeSide = 16, OutcomeReason = 32;
        public const int OutcomeSideLength = 16, OutcomeReasonLength = 64;
        public const uint BoardLenient = 1;
        public const uint SgcpGb18030 = 1;
        public const uint JobRunning = 0, JobDone = 1, JobFailed = 2, JobCancelled = 3;

        [DllImport(Library, CallingConvention = C)]
        public static extern uint qk_abi_version();
        [DllImport(Library, CallingConvention = C)]
        public static extern IntPtr qk_version();
        [DllImport(Library, CallingConvention = C)]
        public static extern IntPtr qk_status_name(int status);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_runtime_opts_init(ref NativeRuntimeOpts opts);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_runtime_config(ref NativeRuntimeOpts opts, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_runtime_stats(byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_debug_panic(ulong handle, uint kind, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_new(byte[] game, UIntPtr gameLen, byte[] position, UIntPtr positionLen, byte[] rules, UIntPtr rulesLen, uint flags, out ulong board, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_free(ulong board);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_copy(ulong board, out ulong copy, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_position(ulong board, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_side(ulong board, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_moves(ulong board, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_play(ulong board, byte[] move, UIntPtr moveLen, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_undo(ulong board, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_outcome(ulong board, byte[] outcome, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_report(ulong board, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_format(ulong board, byte[] move, UIntPtr moveLen, byte[] notation, UIntPtr notationLen, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_view(ulong board, uint turn, uint symmetry, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_svg(ulong board, byte[] options, UIntPtr optionsLen, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_route(ulong board, byte[] move, UIntPtr moveLen, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_targets(ulong board, byte[] point, UIntPtr pointLen, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_board_perft(ulong board, uint depth, out ulong job, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_engine_new(byte[] game, UIntPtr gameLen, byte[] options, UIntPtr optionsLen, out ulong engine, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_engine_free(ulong engine);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_search_opts_init(ref NativeSearchOpts opts);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_engine_search(ulong engine, ulong board, ref NativeSearchOpts opts, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_engine_evaluate(ulong engine, ulong board, byte[] options, UIntPtr optionsLen, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_engine_clear(ulong engine, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_tables_build(byte[] game, UIntPtr gameLen, byte[] folder, UIntPtr folderLen, byte[] options, UIntPtr optionsLen, out ulong job, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_selfplay_start(byte[] options, UIntPtr optionsLen, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_selfplay_match(byte[] options, UIntPtr optionsLen, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_selfplay_rollout(byte[] options, UIntPtr optionsLen, out ulong job, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_terminal_join(byte[] options, UIntPtr optionsLen, out ulong job, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_job_poll(ulong job, ref NativeJobInfo info);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_job_wait(ulong job, uint timeoutMs, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_job_cancel(ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_job_result(ulong job, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_job_event(ulong job, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_job_free(ulong job);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_generate(byte[] options, UIntPtr optionsLen, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_open(byte[] path, UIntPtr pathLen, out ulong book, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_create(byte[] game, UIntPtr gameLen, byte[] path, UIntPtr pathLen, out ulong book, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_free(ulong book);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_count(ulong book, out ulong count, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_lookup(ulong book, byte[] position, UIntPtr positionLen, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_read(ulong book, ref ulong cursor, uint most, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_export(ulong book, byte[] path, UIntPtr pathLen, byte[] format, UIntPtr formatLen, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_merge(ulong book, byte[] otherPath, UIntPtr otherPathLen, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_prune(ulong book, byte[] options, UIntPtr optionsLen, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_stats(ulong book, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_book_import(ulong book, byte[] path, UIntPtr pathLen, out ulong job, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_review_start(byte[] sgf, UIntPtr sgfLen, byte[] options, UIntPtr optionsLen, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_review_parse(byte[] report, UIntPtr reportLen, out ulong review, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_review_load(byte[] path, UIntPtr pathLen, out ulong review, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_review_free(ulong review);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_review_save(ulong review, byte[] path, UIntPtr pathLen, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_review_json(ulong review, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_review_sgf(ulong review, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_review_svg(ulong review, byte[] options, UIntPtr optionsLen, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_decoder_new(uint limit, uint flags, out ulong decoder, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_decoder_free(ulong decoder);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_decoder_set(ulong decoder, uint limit, uint flags, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_decoder_feed(ulong decoder, byte[] octets, UIntPtr octetsLen, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_decoder_read(ulong decoder, uint most, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_encode(uint code, byte[] param, UIntPtr paramLen, uint flags, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_client_open(byte[] options, UIntPtr optionsLen, out ulong client, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_client_free(ulong client);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_client_send(ulong client, uint code, byte[] param, UIntPtr paramLen, out ulong job, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_sgcp_client_state(ulong client, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);

        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_gateway_start(byte[] options, UIntPtr optionsLen, out ulong gateway, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_gateway_free(ulong gateway);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_gateway_state(ulong gateway, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_gateway_metrics(ulong gateway, byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err);
        [DllImport(Library, CallingConvention = C)]
        public static extern int qk_gateway_shutdown(ulong gateway, uint seconds, out ulong job, byte[] err);
    }
}
