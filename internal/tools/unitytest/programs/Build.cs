// Asks the editor's check whether players may be built: without the library of Android, with its archive in the project, and
// for the browser. It runs in a folder that is no project yet.
using System;
using System.IO;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

static class Program
{
    static void Ask(BuildTarget target)
    {
        var check = (IPreprocessBuildWithReport)Activator.CreateInstance(System.Reflection.Assembly.Load("Qikit.Editor").GetType("Qikit.Editor.BuildCheck", true), true);
        try
        {
            check.OnPreprocessBuild(new BuildReport { summary = new BuildSummary { platform = target } });
            Console.WriteLine("built");
        }
        catch (BuildFailedException e)
        {
            Console.WriteLine(e.Message);
        }
    }

    static void Main()
    {
        Ask(BuildTarget.Android);
        Directory.CreateDirectory(Path.Combine("Assets", "Plugins", "Android"));
        Ask(BuildTarget.Android);
        File.WriteAllText(Path.Combine("Assets", "Plugins", "Android", "qikit-android-0.1.0.aar"), "");
        Ask(BuildTarget.Android);
        Ask(BuildTarget.iOS);
        Ask(BuildTarget.WebGL);
    }
}
