using System;
using System.IO;
using System.Threading;
using Qikit;
using UnityEngine;

/// <summary>
/// Generates a small Xiangqi book, looks the start position up, and lets an engine move. Put it on
/// an object in a scene and press play: it delays no frame.
/// </summary>
public sealed class BookSample : MonoBehaviour
{
    [SerializeField] int games = 4;
    [SerializeField] int depth = 6;

    readonly CancellationTokenSource ending = new CancellationTokenSource();
    string text = "";

    async void Start()
    {
        try
        {
            string file = Path.Combine(Application.temporaryCachePath, "sample.qkb");
            File.Delete(file);
            var options = new BookOptions
            {
                Game = "xiangqi",
                Out = file,
                Games = games,
                MaxPlies = 12,
                Depth = new DepthOptions { Distribution = "uniform", Min = 2, Max = 4 },
                Reevaluate = new ReevaluateOptions { Depth = 4 },
            };
            var progress = new Progress<Qikit.Progress>(p => text = string.Format("{0:P0}, {1:F0} s left", p.Fraction, Math.Max(p.Left, 0)));
            using (Job<BookSummary> job = Book.Generate(options)) await job.WaitAsync(ending.Token, progress);

            using (Book book = Book.Open(file))
            using (var board = new Board("xiangqi"))
            using (var engine = new Engine("xiangqi"))
            {
                foreach (EntryMove m in book.Lookup(board).Moves) Debug.LogFormat("{0} was played {1} times", m.Move, m.Count);
                SearchResult result = await engine.SearchAsync(board, new SearchLimits { Depth = depth }, ending.Token);
                text = result.Best == null ? "the game is over" : board.Format(result.Best, "chinese");
            }
        }
        catch (OperationCanceledException)
        {
            // The object was destroyed: there is nothing left to update.
        }
        catch (QikitException e)
        {
            Debug.LogException(e, this);
        }
    }

    void OnGUI() => GUILayout.Label(text);

    void OnDestroy() => ending.Cancel();
}
