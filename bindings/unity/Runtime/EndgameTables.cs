namespace Qikit
{
    /// <summary>Endgame tables: perfect play with few pieces on the board.</summary>
    public static class EndgameTables
    {
        /// <summary>
        /// Builds a game's endgame tables in a folder, for EngineOptions.Tables; the result is the
        /// folder. Progress counts positions. Each table is written when it is done, so a cancelled or
        /// killed build continues when it is started again. Surakarta up to "3v3": 6 MB, 13 s of one
        /// core; up to "4v4": 98 MB, 13 minutes of one core, 1.1 GB of memory.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; the job's: Largest is no such table</exception>
        public static Job<string> Build(string game, string folder, TableOptions options = null) =>
            new Job<string>(Calls.TablesBuild(game, folder, options), null, report => report["folder"].Text);
    }
}
