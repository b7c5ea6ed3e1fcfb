// Reads games and writes them in Chinese: a program without Unity, of the package's own
// source files. Without a file it reads one of its own.
//
//   mcs -out:Game.exe Game.cs ../../bindings/unity/Runtime/*.cs && LD_LIBRARY_PATH=../../build/lib mono Game.exe [FILE ...]
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Qikit;

static class Program
{
    const string Own = "[Red \"Hu\"]\n[Black \"Xu\"]\n\n1. C2.5 h8+7 {as usual} 2. H2+3 r9.8 3. R1.2 1-0\n";

    static void Main(string[] args)
    {
        byte[][] files = args.Length > 0 ? args.Select(File.ReadAllBytes).ToArray() : new[] { Encoding.UTF8.GetBytes(Own) };
        foreach (byte[] file in files)
        {
            IList<Game> games = Game.Read(file);
            for (int i = 0; i < games.Count; i++)
            {
                Game one = games[i];
                Console.WriteLine("game {0}: {1}, {2} moves, {3}", i + 1, one.Name, one.Moves.Count, one.Result);
                one.Headers["Annotator"] = "qikit";
                using (Board board = one.Board()) one.Comments[one.Moves.Count] = board.Side + " to move";
                var options = new GameWriteOptions { Notation = one.Name == "xiangqi" ? "chinese" : "" };
                Console.Write(Encoding.UTF8.GetString(one.Write(options)));
            }
        }
    }
}
