package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/internal/tools/must"
)

// firstMost is how much processor time a newcomer's computer may need from an empty folder to a first search.
const firstMost = 2 * time.Minute

// found is what the examples of the packages' documentation print of a search: a move in Chinese, a JSON report, or
// Python's word that the move is one of the board's.
var found = regexp.MustCompile(`\p{Han}[\p{Han}\p{Nd}]{3}|"best":"[a-i]\d[a-i]\d"|True \d`)

// first times the way to a first search by what the documentation of a package says, which steps takes and returns what
// it printed. It fails when that is no move, or when it took too long; other work on the machine does not count.
func (p *place) first(steps func() string) string {
	began, used := time.Now(), cputime.Children()
	said := steps()
	took, used := time.Since(began), cputime.Children()-used
	if !found.MatchString(said) {
		must.Fail("the example of the documentation prints %q, expected a move", said)
	}
	if used > firstMost {
		must.Fail("a first search takes %.0f s of processor, expected %.0f at most", used.Seconds(), firstMost.Seconds())
	}
	return fmt.Sprintf("first search after %.1f s (%.1f s of processor)", took.Seconds(), used.Seconds())
}

// blockOf is the first block of code in a language that a Markdown file has.
func blockOf(file, language string) string {
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(must.Get(os.ReadFile(file)))
	if m == nil {
		must.Fail("%s has no block of %s", file, language)
	}
	return string(m[1])
}

// indentedOf is the first indented block of a Markdown file.
func indentedOf(file string) string {
	m := regexp.MustCompile(`(?:\n {4}.*)+`).Find(must.Get(os.ReadFile(file)))
	if m == nil {
		must.Fail("%s has no indented block", file)
	}
	return strings.ReplaceAll(string(m), "\n    ", "\n")
}

// unity is as much of Unity as the example of the Unity package's README touches: it starts the script, and ends when that
// has said its move.
const unity = `using System;
using System.Reflection;
using System.Threading;

namespace UnityEngine
{
    public class MonoBehaviour { }

    public static class Debug
    {
        public static void Log(object message)
        {
            Console.WriteLine(message);
            Environment.Exit(0);
        }
    }
}

static class Start
{
    static void Main()
    {
        typeof(Player).GetMethod("Start", BindingFlags.Instance | BindingFlags.NonPublic).Invoke(new Player(), null);
        Thread.Sleep(TimeSpan.FromMinutes(10));
    }
}
`
