// What a script sees of a scene: objects, textures, time, the screen and IMGUI. The class Player stands in for Unity's
// player: a test runs frames and touches by it.
using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine
{
    public class Object
    {
        public static void Destroy(Object gone) { Player.Destroyed++; }
    }

    public class Component : Object
    {
        /// <summary>Calls a method of the script by its name, as Unity calls its messages.</summary>
        public void SendMessage(string name)
        {
            MethodInfo method = GetType().GetMethod(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
            try
            {
                if (method != null) method.Invoke(this, null);
            }
            catch (TargetInvocationException e)
            {
                throw new InvalidOperationException(name + ": " + e.InnerException);
            }
        }
    }

    public class Behaviour : Component { }

    public class MonoBehaviour : Behaviour { }

    public enum TextureFormat { RGBA32 = 4 }

    public class Texture : Object
    {
        public virtual int width { get; protected set; }
        public virtual int height { get; protected set; }
    }

    public sealed class Texture2D : Texture
    {
        byte[] data;

        public Texture2D(int width, int height, TextureFormat textureFormat, bool mipChain)
        {
            this.width = width;
            this.height = height;
        }

        public void LoadRawTextureData(byte[] data)
        {
            if (data.Length != 4 * width * height) throw new ArgumentException("LoadRawTextureData: not the data of this texture");
            this.data = (byte[])data.Clone();
        }

        public byte[] GetRawTextureData() { return data; }
        public void Apply() { Player.Applied++; }
    }

    public static class Time
    {
        public static float time { get { return Player.Seconds; } }
    }

    public static class Screen
    {
        public static int width { get { return Player.Width; } }
        public static int height { get { return Player.Height; } }
        public static float dpi { get { return Player.Dpi; } }
    }

    public static class Mathf
    {
        public static float Min(float a, float b) { return Math.Min(a, b); }
        public static float Max(float a, float b) { return Math.Max(a, b); }
        public static int Clamp(int value, int min, int max) { return Math.Max(min, Math.Min(max, value)); }
        public static int RoundToInt(float f) { return (int)Math.Round(f); }
    }

    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
    }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }

    public struct Matrix4x4
    {
        internal Vector3 Scaled;
        public static Matrix4x4 Scale(Vector3 vector) { return new Matrix4x4 { Scaled = vector }; }
    }

    public struct Rect
    {
        public float x { get; set; }
        public float y { get; set; }
        public float width { get; set; }
        public float height { get; set; }

        public Rect(float x, float y, float width, float height)
        {
            this.x = x;
            this.y = y;
            this.width = width;
            this.height = height;
        }

        public bool Contains(Vector2 point) { return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height; }
    }

    public enum EventType { MouseDown = 0, MouseUp = 1, Repaint = 7, Layout = 8 }

    public sealed class Event
    {
        public static Event current { get; set; }
        public EventType type { get; set; }
        public Vector2 mousePosition { get; set; }
    }

    public static class GUI
    {
        public static Matrix4x4 matrix { get; set; }
        public static void DrawTexture(Rect position, Texture image) { Player.Drawn = position; }
    }

    public sealed class GUILayoutOption { }

    public static class GUILayout
    {
        public static void BeginArea(Rect screenRect) { Player.Control("area"); }
        public static void EndArea() { }
        public static void BeginHorizontal(params GUILayoutOption[] options) { Player.Control("row"); }
        public static void EndHorizontal() { }
        public static void Label(string text, params GUILayoutOption[] options)
        {
            Player.Control("label");
            Player.Labels.Add(text);
        }

        public static bool Button(string text, params GUILayoutOption[] options)
        {
            Player.Control(text);
            return Player.Touched(text);
        }

        public static int SelectionGrid(int selected, string[] texts, int xCount, params GUILayoutOption[] options)
        {
            Player.Control("grid");
            for (int i = 0; i < texts.Length; i++) if (Player.Touched(texts[i])) return i;
            return selected;
        }

        public static float HorizontalSlider(float value, float leftValue, float rightValue, params GUILayoutOption[] options)
        {
            Player.Control("slider");
            return Player.Slid.HasValue && Event.current.type == EventType.MouseUp ? Math.Max(leftValue, Math.Min(rightValue, Player.Slid.Value)) : value;
        }
    }

    /// <summary>Runs a script as Unity's player does. It is no part of Unity.</summary>
    public static class Player
    {
        public static int Width = 740, Height = 480, Applied, Destroyed;
        public static float Dpi = 96, Seconds;
        public static float? Slid;
        public static Rect Drawn;
        public static readonly List<string> Labels = new List<string>();
        static readonly List<string> controls = new List<string>();
        static string touched;

        internal static void Control(string name) { controls.Add(name); }
        internal static bool Touched(string text) { return text == touched && Event.current.type == EventType.MouseUp; }

        /// <summary>A frame: its update and its picture.</summary>
        public static void Frame(MonoBehaviour script)
        {
            Seconds += 0.016f;
            script.SendMessage("Update");
            Gui(script, EventType.Repaint, new Vector2(-1, -1));
        }

        /// <summary>A touch of the control that shows this text.</summary>
        public static void Touch(MonoBehaviour script, string text)
        {
            touched = text;
            Gui(script, EventType.MouseUp, new Vector2(-1, -1));
            touched = null;
        }

        /// <summary>The slider is moved.</summary>
        public static void Slide(MonoBehaviour script, float to)
        {
            Slid = to;
            Gui(script, EventType.MouseUp, new Vector2(-1, -1));
            Slid = null;
        }

        /// <summary>A touch of a place of the screen.</summary>
        public static void Tap(MonoBehaviour script, float x, float y) { Gui(script, EventType.MouseDown, new Vector2(x, y)); }

        // Unity lays the controls out before each event, and the event must meet the same ones.
        static void Gui(MonoBehaviour script, EventType type, Vector2 at)
        {
            string[] laid = Pass(script, EventType.Layout, at), met = Pass(script, type, at);
            if (string.Join("\n", laid) != string.Join("\n", met))
            {
                throw new InvalidOperationException("the controls are " + string.Join(", ", met) + " and were laid out as " + string.Join(", ", laid));
            }
            if (touched != null && Array.IndexOf(met, touched) < 0 && Array.IndexOf(met, "grid") < 0) throw new InvalidOperationException("there is no control \"" + touched + "\"");
        }

        static string[] Pass(MonoBehaviour script, EventType type, Vector2 at)
        {
            controls.Clear();
            Labels.Clear();
            Event.current = new Event { type = type, mousePosition = at };
            script.SendMessage("OnGUI");
            return controls.ToArray();
        }
    }
}
