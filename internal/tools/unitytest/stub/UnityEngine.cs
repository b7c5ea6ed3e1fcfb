// As much of Unity as the package and its samples touch, beside UnityScene.cs, so that they compile without it.
using System;

namespace UnityEngine
{
    public enum RuntimePlatform { LinuxEditor }

    public enum RuntimeInitializeLoadType { BeforeSceneLoad }

    public sealed class RuntimeInitializeOnLoadMethodAttribute : Attribute
    {
        public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType type) { }
    }

    public sealed class SerializeField : Attribute { }

    public static class Application
    {
        public static event Action quitting;
        public static RuntimePlatform platform { get { return RuntimePlatform.LinuxEditor; } }
        public static string temporaryCachePath { get { return ""; } }
        public static string persistentDataPath { get { return ""; } }
        public static void Quit() { if (quitting != null) quitting(); }
    }

    public static class Debug
    {
        public static void Log(object message) { }
        public static void LogFormat(string format, params object[] args) { }
        public static void LogWarning(object message) { }
        public static void LogError(object message) { }
        public static void LogException(Exception exception, Object context) { }
    }
}

namespace UnityEngine.Scripting
{
    [AttributeUsage(AttributeTargets.All)]
    public sealed class PreserveAttribute : Attribute { }
}
