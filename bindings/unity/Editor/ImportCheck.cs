using System;
using UnityEditor;
using UnityEngine;

namespace Qikit.Editor
{
    // Reports a broken installation before the first call fails, and says where to look.
    [InitializeOnLoad]
    internal static class ImportCheck
    {
        const string Told = "qikit.import-check"; // once in a session of the editor

        static ImportCheck()
        {
            if (SessionState.GetBool(Told, false)) return;
            SessionState.SetBool(Told, true);
            string problem = Problem();
            if (problem != null) Debug.LogWarning(problem);
        }

        [MenuItem("Tools/qikit/Check installation")]
        static void Check()
        {
            string problem = Problem();
            if (problem != null) Debug.LogError(problem);
            else Debug.Log("qikit " + Library.Version + ": the library for the editor is in place");
        }

        /// <summary>null when the editor's library can be loaded and fits this package.</summary>
        internal static string Problem()
        {
            try
            {
                Call.CheckVersion(Library.Abi);
                return null;
            }
            catch (DllNotFoundException)
            {
                return "qikit: no library for " + Application.platform + " in Packages/com.qikit.core/Plugins; see the package's README, \"Platforms\"";
            }
            catch (VersionException e)
            {
                return e.Message + ". Restart the editor after the package was updated: a library that is loaded cannot be replaced";
            }
        }
    }
}
