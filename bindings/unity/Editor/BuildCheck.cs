using System.IO;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace Qikit.Editor
{
    // Without this check, a player that lacks the library builds, and then fails at the first call
    // on the device. Here the build fails and names the file.
    internal sealed class BuildCheck : IPreprocessBuildWithReport
    {
        public int callbackOrder => 0;

        public void OnPreprocessBuild(BuildReport report)
        {
            string file = PluginFile(report.summary.platform);
            if (file == null) throw new BuildFailedException("qikit: there is no library for " + report.summary.platform);
            if (!File.Exists(Path.GetFullPath(file)) && !Directory.Exists(Path.GetFullPath(file)) && !HasArchive(report.summary.platform))
            {
                throw new BuildFailedException("qikit: " + file + " is missing; see the package's README, \"Platforms\"");
            }
        }

        /// <summary>Whether the project has the release's archive for Android, which the library is in.</summary>
        static bool HasArchive(BuildTarget target)
        {
            return target == BuildTarget.Android && Directory.Exists("Assets") && Directory.GetFiles("Assets", "qikit-android-*.aar", SearchOption.AllDirectories).Length > 0;
        }

        /// <summary>The library of a target; null where there is none (a Go library cannot run in a browser).</summary>
        internal static string PluginFile(BuildTarget target)
        {
            const string plugins = "Packages/com.qikit.core/Plugins/";
            switch (target)
            {
                case BuildTarget.StandaloneLinux64: return plugins + "Linux/x86_64/libqikit.so";
                case BuildTarget.StandaloneWindows64: return plugins + "Windows/x86_64/qikit.dll";
                case BuildTarget.StandaloneOSX: return plugins + "macOS/libqikit.dylib";
                case BuildTarget.Android: return plugins + "Android/arm64-v8a/libqikit.so";
                case BuildTarget.iOS: return plugins + "iOS/libqikit.a";
            }
            return null;
        }
    }
}
