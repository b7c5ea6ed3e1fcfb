using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Qikit.Tests")]
[assembly: InternalsVisibleTo("Qikit.Editor")]
