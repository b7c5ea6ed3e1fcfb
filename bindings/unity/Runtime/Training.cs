using System.Collections.Generic;

namespace Qikit
{
    /// <summary>Networks that value positions, learnt from books.</summary>
    public static class Training
    {
        /// <summary>
        /// Learns from books and writes the network to a file, which Engines of Xiangqi, chess and Surakarta
        /// take as Net. Progress counts positions; each measured loss is an event. A cancelled or killed job goes on
        /// with Resume; the file is the same for any number of workers.
        /// </summary>
        /// <exception cref="InvalidArgumentException">an option; the job's: books from which nothing can be
        /// learnt, or what was learnt with other options</exception>
        /// <exception cref="StateException">the job's: the file exists, or what an earlier job learnt</exception>
        /// <exception cref="ParseException">the job's: a file that is no book</exception>
        public static Job<Trained> Start(IList<string> books, string path, TrainOptions options = null)
        {
            options = options ?? new TrainOptions();
            options.Books = books;
            options.Out = path;
            return new Job<Trained>(Calls.TrainStart(options), null, Trained.From);
        }
    }
}
