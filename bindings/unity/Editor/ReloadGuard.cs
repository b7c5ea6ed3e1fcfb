using UnityEditor;

namespace Qikit.Editor
{
    // When scripts are reloaded, the library and its jobs live on, but the code that awaited them
    // does not: this cancels the jobs.
    [InitializeOnLoad]
    internal static class ReloadGuard
    {
        static ReloadGuard()
        {
            AssemblyReloadEvents.beforeAssemblyReload += Jobs.CancelAll;
            EditorApplication.quitting += Jobs.CancelAll;
        }
    }
}
