// As much of Unity's editor as the package's Editor folder touches.
using System;

namespace UnityEditor
{
    public enum BuildTarget { StandaloneLinux64, StandaloneWindows64, StandaloneOSX, Android, iOS, WebGL }

    public sealed class InitializeOnLoadAttribute : Attribute { }

    public sealed class MenuItem : Attribute
    {
        public MenuItem(string name) { }
    }

    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();
        public static event AssemblyReloadCallback beforeAssemblyReload;
        public static void Reload() { if (beforeAssemblyReload != null) beforeAssemblyReload(); }
    }

    public static class EditorApplication
    {
        public static event Action quitting;
        public static void Quit() { if (quitting != null) quitting(); }
    }

    public static class SessionState
    {
        public static bool GetBool(string key, bool missing) { return missing; }
        public static void SetBool(string key, bool value) { }
    }
}

namespace UnityEditor.Build
{
    public interface IPreprocessBuildWithReport
    {
        int callbackOrder { get; }
        void OnPreprocessBuild(Reporting.BuildReport report);
    }

    public sealed class BuildFailedException : Exception
    {
        public BuildFailedException(string message) : base(message) { }
    }
}

namespace UnityEditor.Build.Reporting
{
    public struct BuildSummary
    {
        public BuildTarget platform;
    }

    public sealed class BuildReport
    {
        public BuildSummary summary;
    }
}
