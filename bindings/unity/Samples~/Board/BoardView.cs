using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Qikit;
using UnityEngine;

/// <summary>
/// A board to play on: put it on an empty object in a scene and press play. It needs no other asset. Touch a man and then one of
/// its targets; the computer answers.
/// </summary>
public sealed class BoardView : MonoBehaviour
{
    [SerializeField] string game = "xiangqi";
    [SerializeField] bool chinese = false;
    [SerializeField] int level = 3;
    [SerializeField] float pause = 0.4f; // seconds between moves of the computer and of the dice

    BoardPlay play;
    BoardLabels labels;
    string note;            // what the last button did
    Texture2D texture;
    Task<SvgRaster> drawing; // of a new picture, on a thread of the pool
    int version = -1, side;  // of the picture that is being drawn: its version, and the square that it fits in
    float next;              // when the next move may be made

    public BoardPlay Play => play;
    public Texture2D Texture => texture;
    /// <summary>The version of the game that Texture shows.</summary>
    public int Shown { get; private set; } = -1;

    string SaveFile => Path.Combine(Application.persistentDataPath, "qikit-" + play.Game.Name + ".txt");

    void Start()
    {
        labels = chinese ? BoardLabels.Chinese : BoardLabels.English;
        Open(game);
    }

    /// <summary>Begins a game by its name.</summary>
    public void Open(string name)
    {
        if (play != null) play.Dispose();
        play = new BoardPlay(BoardGame.Of(name), level);
        game = name;
        note = null;
        version = Shown = -1;
    }

    void Update()
    {
        if (Time.time >= next) Moved(play.Step());
        Draw();
    }

    // A picture takes longer than a frame may, so that another thread draws it.
    void Draw()
    {
        if (drawing == null)
        {
            int fits = Mathf.Clamp((int)(BoardSide * Scale), 64, 2048);
            if (version == play.Version && side == fits) return;
            version = play.Version;
            side = fits;
            string svg = play.Picture();
            int width = (int)(fits * Math.Min(1, play.Game.Width / play.Game.Height));
            drawing = Task.Run(() => SvgRaster.Draw(svg, width));
        }
        if (!drawing.IsCompleted) return;
        Task<SvgRaster> done = drawing;
        drawing = null;
        if (done.IsFaulted)
        {
            Debug.LogException(done.Exception, this);
            return;
        }
        SvgRaster picture = done.Result;
        if (texture == null || texture.width != picture.Width || texture.height != picture.Height)
        {
            if (texture != null) Destroy(texture);
            texture = new Texture2D(picture.Width, picture.Height, TextureFormat.RGBA32, false);
        }
        texture.LoadRawTextureData(picture.Pixels);
        texture.Apply();
        Shown = version;
    }

    // --- the screen, in points of 1/96 inch

    static float Scale => Mathf.Max(1, Screen.dpi / 96);

    const float PanelWidth = 260, PanelHeight = 300;

    static float Wide => Screen.width / Scale;
    static float High => Screen.height / Scale;
    static bool Portrait => High > Wide;
    static float BoardSide => Portrait ? Mathf.Min(Wide, High - PanelHeight) : Mathf.Min(High, Wide - PanelWidth);

    /// <summary>Where the board is drawn, from the top left corner.</summary>
    public Rect BoardRect
    {
        get
        {
            float most = BoardSide, ratio = (float)(play.Game.Width / play.Game.Height);
            float width = ratio < 1 ? most * ratio : most, height = ratio < 1 ? most : most / ratio;
            return new Rect((most - width) / 2, (most - height) / 2, width, height);
        }
    }

    // What a touch asks for is done when all controls have been seen: their number must not change within one event.
    void OnGUI()
    {
        GUI.matrix = Matrix4x4.Scale(new Vector3(Scale, Scale, 1));
        Rect at = BoardRect;
        if (texture != null) GUI.DrawTexture(at, texture);
        Action asked = null;
        Event now = Event.current;
        if (now.type == EventType.MouseDown && at.Contains(now.mousePosition))
        {
            double x = (now.mousePosition.x - at.x) / at.width * play.Game.Width, y = (now.mousePosition.y - at.y) / at.height * play.Game.Height;
            asked = () => Moved(play.Tap(x, y));
        }
        GUILayout.BeginArea(Portrait ? new Rect(0, BoardSide, Wide, High - BoardSide) : new Rect(BoardSide, 0, Wide - BoardSide, High));
        asked = Panel() ?? asked;
        GUILayout.EndArea();
        if (asked == null) return;
        note = null;
        asked();
    }

    void Moved(bool moved)
    {
        if (moved) next = Time.time + pause;
    }

    // Shows the controls, and returns what the one that was touched asks for.
    Action Panel()
    {
        Action asked = null;
        int chosen = BoardGame.All.IndexOf(play.Game);
        int other = GUILayout.SelectionGrid(chosen, BoardGame.All.Select(g => chinese ? g.Chinese : g.English).ToArray(), 2);
        if (other != chosen) asked = () => Open(BoardGame.All[other].Name);

        GUILayout.Label(labels.State(play));
        GUILayout.Label(play.Played.Length == 0 ? "" : string.Format(labels.Move, play.Played.Length, play.Played[play.Played.Length - 1]));
        GUILayout.Label(note ?? "");

        GUILayout.Label(string.Format(labels.Level, level));
        int strength = Mathf.RoundToInt(GUILayout.HorizontalSlider(level, 1, 10));
        if (strength != level) asked = () => play.Level = level = strength;

        if (play.Choices != null)
        {
            GUILayout.Label(labels.Choose);
            foreach (string move in play.Choices)
            {
                if (GUILayout.Button(labels.Piece(MoveEnds.Of(move).Rest))) asked = () => Moved(play.Choose(move));
            }
        }
        GUILayout.BeginHorizontal();
        if (GUILayout.Button(labels.Hint)) asked = play.AskHint;
        if (GUILayout.Button(labels.Undo)) asked = play.Undo;
        if (play.CanPass && GUILayout.Button(labels.Pass)) asked = () => Moved(play.Choose("pass"));
        GUILayout.EndHorizontal();
        GUILayout.BeginHorizontal();
        if (GUILayout.Button(labels.NewGame)) asked = () => play.Restart();
        if (GUILayout.Button(labels.Swap)) asked = () => play.Restart(true);
        GUILayout.EndHorizontal();
        GUILayout.BeginHorizontal();
        if (GUILayout.Button(labels.Save)) asked = () => Try(Save);
        if (GUILayout.Button(labels.Load)) asked = () => Try(Load);
        if (GUILayout.Button(labels.Language)) asked = Translate;
        GUILayout.EndHorizontal();
        return asked;
    }

    void Translate()
    {
        chinese = !chinese;
        labels = chinese ? BoardLabels.Chinese : BoardLabels.English;
    }

    // A full disk or a file that is no game is told, and nothing is lost.
    void Try(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e)
        {
            if (!(e is QikitException || e is IOException || e is InvalidDataException || e is UnauthorizedAccessException)) throw;
            note = string.Format(labels.Failed, e.Message);
        }
    }

    void Save()
    {
        // The old file is kept until the new one is complete.
        string fresh = SaveFile + ".new";
        File.WriteAllText(fresh, play.Save());
        if (File.Exists(SaveFile)) File.Delete(SaveFile);
        File.Move(fresh, SaveFile);
        note = labels.Saved;
    }

    void Load()
    {
        if (!File.Exists(SaveFile))
        {
            note = labels.NoSave;
            return;
        }
        play.Load(File.ReadAllText(SaveFile));
        level = play.Level;
        note = labels.Loaded;
    }

    void OnDestroy()
    {
        if (play != null) play.Dispose();
        if (texture != null) Destroy(texture);
    }
}
