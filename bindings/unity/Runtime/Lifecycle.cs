#if UNITY_5_3_OR_NEWER
using UnityEngine;
using UnityEngine.Scripting;

// No type of this assembly is reached by reflection, but stripping at the highest
// level removes members that only the user's scenes would call.
[assembly: Preserve]

namespace Qikit
{
    // Cancels all jobs when the application quits or play ends. Editor/ReloadGuard.cs handles the
    // editor's script reload.
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
