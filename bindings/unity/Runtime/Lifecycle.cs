#if UNITY_5_3_OR_NEWER
using UnityEngine;
using UnityEngine.Scripting;

// No type of this assembly is reached by reflection, but stripping at the highest
// level removes members that only the user's scenes would call.
[assembly: Preserve]

namespace Qikit
{
    // Nothing goes on computing when nobody can see it any more. The editor's script
    // reload is looked after in Editor/ReloadGuard.cs.
    internal static class Lifecycle
    {
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.BeforeSceneLoad)]
        static void Watch()
        {
            Application.quitting -= Jobs.CancelAll; // the editor may not have reloaded since the last play
            Application.quitting += Jobs.CancelAll; // in the editor: play ends
        }
    }
}
#endif
