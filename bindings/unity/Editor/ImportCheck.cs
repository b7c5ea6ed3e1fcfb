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
                return Call.InLanguage(
                    "qikit: no library for " + Application.platform + " in Packages/com.qikit.core/Plugins; see the package's README, \"Platforms\"",
                    "qikit：Packages/com.qikit.core/Plugins 中没有适用于 " + Application.platform + " 的库；见包内的 README.zh-CN.md，“平台”一节");
            }
            catch (VersionException e)
            {
                return e.Message + Call.InLanguage(
                    ". Restart the editor after the package was updated: a library that is loaded cannot be replaced",
                    "。更新包之后请重启编辑器：已装入的库无法替换");
            }
        }
    }
}
