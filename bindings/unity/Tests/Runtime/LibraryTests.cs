using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using NUnit.Framework;

namespace Qikit.Tests
{
    [TestFixture]
    public sealed class LibraryTests
    {
        [Test]
        public void SpeaksOurInterface()
        {
            StringAssert.IsMatch(@"^\d+\.\d+\.\d+", Library.Version);
            Call.CheckVersion(Library.Abi);
            Call.CheckVersion(Native.AbiVersion + 1);
            Assert.Throws<VersionException>(() => Call.CheckVersion(Native.AbiVersion + 0x10000));
            Assert.Throws<VersionException>(() => Call.CheckVersion(Native.AbiVersion - 1));
            Assert.AreEqual(Call.Release, Library.Version);
            Call.CheckRelease(Library.Version);
            Call.CheckRelease("99.0.1-rc.1");
            foreach (string old in new[] { "0.0.7", "of old" }) Assert.Throws<VersionException>(() => Call.CheckRelease(old));
        }

        [TestCase("en", "zh-CN", false)]
        [TestCase("zh", "en-GB", true)]
        [TestCase(null, "zh-TW", true)]
        [TestCase("", "en-GB", false)]
        [TestCase(null, "", false)] // the invariant culture
        public void WhatComesBeforeTheLibraryIsInTheUsersLanguage(string variable, string culture, bool chinese)
        {
            CultureInfo before = Thread.CurrentThread.CurrentUICulture;
            string variableBefore = Environment.GetEnvironmentVariable("QIKIT_LANGUAGE");
            Environment.SetEnvironmentVariable("QIKIT_LANGUAGE", variable);
            Thread.CurrentThread.CurrentUICulture = new CultureInfo(culture);
            try
            {
                string release = Assert.Throws<VersionException>(() => Call.CheckRelease("0.0.7")).Message;
                Assert.AreEqual(chinese
                    ? "qikit：库的版本为 0.0.7，本包需要 " + Library.Version + " 或更新的版本；请用同一发行版的包和库"
                    : "qikit: the library is version 0.0.7, this package needs " + Library.Version + " or a later one; take package and library of one release", release);
                StringAssert.StartsWith(chinese ? "qikit：库的接口版本为 7.0，" : "qikit: the library speaks interface 7.0, ", Assert.Throws<VersionException>(() => Call.CheckVersion(0x70000)).Message);
                StringAssert.StartsWith(chinese ? "qikit：没有本系统和处理器能装入的库" : "qikit: no library that this system and processor can load", Call.NoLibrary);
            }
            finally
            {
                Thread.CurrentThread.CurrentUICulture = before;
                Environment.SetEnvironmentVariable("QIKIT_LANGUAGE", variableBefore);
            }
        }

        [Test]
        public void EveryStatusHasItsException()
        {
            var kinds = new HashSet<Type>();
            foreach (Status status in Enum.GetValues(typeof(Status)).Cast<Status>().Where(s => s != Status.Ok))
            {
                Exception e = QikitException.For((int)status, "text");
                Assert.AreEqual(status, ((IQikitException)e).Status);
                Assert.AreEqual(status != Status.Handle, e is QikitException);
                Assert.AreEqual(status == Status.Handle, e is ObjectDisposedException);
                Assert.AreEqual("text", e.Message);
                Assert.IsTrue(kinds.Add(e.GetType()), "one class for one status");
                Assert.AreNotEqual("QK_ERR_?", Library.StatusName(status));
            }
            Assert.AreEqual(16, kinds.Count);
            Assert.AreEqual("QK_ERR_?", Library.StatusName((Status)77));
            Assert.AreEqual(typeof(QikitException), QikitException.For(77, "of a newer library").GetType());
        }

        [Test]
        public void StructsHaveTheSizeTheLibraryGivesThem()
        {
            Assert.AreEqual(NativeJobInfo.Size, Marshal.SizeOf(typeof(NativeJobInfo)));
            Assert.AreEqual(NativeSearchOpts.Size, Marshal.SizeOf(typeof(NativeSearchOpts)));
            Assert.AreEqual(NativeRuntimeOpts.Size, Marshal.SizeOf(typeof(NativeRuntimeOpts)));
            var search = new NativeSearchOpts { StructSize = NativeSearchOpts.Size };
            Assert.AreEqual(0, Native.qk_search_opts_init(ref search));
            Assert.AreEqual(NativeSearchOpts.Size, search.StructSize);
            Assert.AreEqual(1, search.Lines);
            var runtime = new NativeRuntimeOpts { StructSize = NativeRuntimeOpts.Size };
            Assert.AreEqual(0, Native.qk_runtime_opts_init(ref runtime));
            Assert.AreEqual(NativeRuntimeOpts.Size, runtime.StructSize);
        }

        [Test]
        public void MessagesAreInTheChosenLanguage()
        {
            LibrarySettings chinese = Library.Settings;
            chinese.Language = "zh";
            Library.Settings = chinese;
            try
            {
                Assert.AreEqual("zh", Library.Settings.Language);
                var wrong = Assert.Throws<InvalidArgumentException>(() => new Engine("xiangqi", new EngineOptions { Level = 11 }));
                Assert.AreEqual("引擎选项有误：level 为 11，应为 1 到 10", wrong.Message);
                Assert.Throws<InvalidArgumentException>(() => Library.Settings = new LibrarySettings { Threads = 2, MemorySoft = 1u << 30, GcPercent = 100, Language = "fr" });
            }
            finally
            {
                chinese.Language = null;
                Library.Settings = chinese;
            }
            Assert.AreEqual("en", Library.Settings.Language);
        }

        [Test]
        public void SettingsAreThoseOfTheProcess()
        {
            LibrarySettings before = Library.Settings;
            Library.Settings = new LibrarySettings { Threads = 2, MemorySoft = 1u << 30, GcPercent = before.GcPercent };
            Assert.AreEqual(2, Library.Settings.Threads);
            Assert.AreEqual(1u << 30, Library.Settings.MemorySoft);
            Assert.Throws<InvalidArgumentException>(() => Library.Settings = new LibrarySettings());
            Library.Settings = new LibrarySettings { Threads = 2, MemorySoft = 1u << 30, GcPercent = before.GcPercent, Kernels = "generic" };
            Assert.AreEqual("generic", Library.Settings.Kernels);
            Assert.Throws<InvalidArgumentException>(() => Library.Settings = new LibrarySettings { Threads = 2, MemorySoft = 1u << 30, GcPercent = 100, Kernels = "sse" });
            Library.Settings = before;
            Assert.AreEqual(before.Kernels, Library.Settings.Kernels);
            Assert.AreEqual(before.Threads, Library.Settings.Threads);
            Assert.IsTrue(Library.Stats()["goroutines"].Long > 0);
        }

        static string Written(object value)
        {
            var text = new StringBuilder();
            Json.Write(text, value);
            return text.ToString();
        }

        [Test]
        public void JsonIsWritten()
        {
            var options = new BookOptions { Game = "a\"b\\c\n\u00e9", Seed = ulong.MaxValue, Depth = new DepthOptions { Mean = 0.1, Depths = new[] { 1, 2 } }, Distance = new[] { 3 } };
            options.More["reevaluate"] = null;
            options.More["games"] = 5;
            Assert.AreEqual("{\"game\":\"a\\\"b\\\\c\\u000aé\",\"depth\":{\"mean\":0.1,\"depths\":[1,2]},\"distance\":3,\"seed\":18446744073709551615,\"reevaluate\":null,\"games\":5}", Written(options));
            Assert.AreEqual("[]", Written(new int[0]));
            Assert.AreEqual("{\"k\":\"v\"}", Written(new Dictionary<string, string> { { "k", "v" } }));
            Assert.AreEqual("", Options.Text(null));
            Assert.AreEqual("", Options.Text(new EngineOptions()));
            Assert.Throws<InvalidArgumentException>(() => Written(double.NaN));
            Assert.Throws<ArgumentException>(() => Written(new object()));
        }

        [Test]
        public void JsonIsRead()
        {
            Json j = Json.Parse(" {\"a\": [1, -2.5e3, true, false, null, \"x\\n\\u00e9\\\"\"], \"seed\": 18446744073709551615, \"b\": {\"c\": {}}} ");
            Assert.AreEqual(1, j["a"].Items[0].Int);
            Assert.AreEqual(-2500.0, j["a"].Items[1].Double);
            Assert.IsTrue(j["a"].Items[2].Bool);
            Assert.IsFalse(j["a"].Items[3].Bool);
            Assert.IsTrue(j["a"].Items[4].IsNull);
            Assert.AreEqual("x\né\"", j["a"].Items[5].Text);
            Assert.AreEqual(ulong.MaxValue, j["seed"].ULong);
            Assert.IsTrue(j["b"]["c"].IsObject);
            Assert.AreEqual(new[] { "a", "seed", "b" }, j.Keys.ToArray());
            Assert.IsTrue(j["absent"]["deeper"].IsNull);
            Assert.AreEqual(0, j["absent"].Items.Count);
            Assert.IsNull(j["absent"].IntOrNull);
            foreach (string bad in new[] { "", "{", "[1,", "[1 2]", "{\"a\"}", "\"x", "tru", "1x", "\"\\q\"", "[" + new string('[', 100) })
            {
                Assert.Throws<FormatException>(() => Json.Parse(bad), bad);
            }
        }

        [Test]
        public void ReportsAreRead()
        {
            BookRecord record = BookRecord.From(Json.Parse("{\"eval\": null, \"score\": -30, \"seed\": 18446744073709551615, \"count\": 4294967296, \"search\": {\"depth\": 4, \"candidates\": [{\"move\": \"h2e2\", \"score\": 7}]}}"));
            Assert.IsNull(record.Eval);
            Assert.IsNull(record.WinRate);
            Assert.AreEqual(-30, record.Score);
            Assert.AreEqual(ulong.MaxValue, record.Seed);
            Assert.AreEqual(1L << 32, record.Count);
            Assert.AreEqual(4, record.Search.Depth);
            Assert.AreEqual(7, record.Search.Candidates[0].Score);
            Assert.AreEqual(0, record.Moves.Length, "what is not there is empty");
            Assert.AreEqual(-30, record.Report["score"].Int);
            Assert.AreEqual(new[] { 2L, 1L << 32 }, BookSummary.From(Json.Parse("{\"wins\": [2, 4294967296]}")).Wins);
            SearchResult found = SearchResult.From(Json.Parse("{\"time\": 1.5, \"lines\": [{\"visits\": 9}, {}]}"));
            Assert.AreEqual(TimeSpan.FromSeconds(1.5), found.Time);
            Assert.AreEqual(9, found.Lines[0].Visits);
            Assert.IsNull(found.Lines[1].Visits);
        }
    }
}
