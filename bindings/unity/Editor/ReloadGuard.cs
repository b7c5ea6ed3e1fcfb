using UnityEditor;

namespace Qikit.Editor
{
    // The library stays loaded when scripts are reloaded, and so would its jobs: what
    // awaited them is gone then.
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
