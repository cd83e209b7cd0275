// The program in a page: keys go to the server as bytes, its output comes back as bytes.
"use strict";

const COLUMNS = 80, ROWS = 24;          // the smallest window that everything fits into
const FONT = 16, SMALLEST = 5;          // pixels
const PATIENCE = [0.5, 1, 2, 4, 8, 8, 8, 8]; // seconds before each try to connect again
const FAMILY = 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';
const TOUCH = [
  ["Tab", "\t"], ["\u2190", "\x1b[D"], ["\u2191", "\x1b[A"], ["\u2193", "\x1b[B"], ["\u2192", "\x1b[C"], ["Enter", "\r"],
  ["Esc", "\x1b"], ["Undo", "z"], ["Hint", "i"], ["Help", "?"], ["Type", ":"], ["Keyboard", ""],
];

const screen = document.getElementById("screen");
const keys = document.getElementById("keys");
const notice = document.getElementById("notice");
const terminal = new Terminal({
  fontFamily: FAMILY, fontSize: FONT, lineHeight: 1, customGlyphs: true, scrollback: 0, cursorBlink: false,
  allowProposedApi: false, macOptionIsMeta: true, theme: { background: "#12141c" },
});
const encoder = new TextEncoder();
let socket = null, tries = 0, over = false;

terminal.open(screen);
// True where WebGL has a graphics card: without one it is slower than drawing with elements of the page.
function hasGraphicsCard() {
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  const named = gl?.getExtension("WEBGL_debug_renderer_info");
  const card = gl ? gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER) : "software";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return !/swiftshader|llvmpipe|software/i.test(card);
}

try {
  if (hasGraphicsCard()) {
    const drawn = new WebglAddon.WebglAddon();
    drawn.onContextLoss(() => drawn.dispose());
    terminal.loadAddon(drawn);
  }
} catch { /* Without WebGL the terminal draws with elements of the page. */ }

function cell() {
  const drawn = screen.querySelector(".xterm-screen").getBoundingClientRect();
  return { width: drawn.width / terminal.cols, height: drawn.height / terminal.rows };
}

// The window as large as the page allows, in a font that leaves room for the smallest one.
function fit() {
  let font = FONT;
  for (let round = 0; round < 4; round++) {
    terminal.options.fontSize = font;
    const { width, height } = cell();
    if (!width || !height) return;
    const columns = Math.floor(screen.clientWidth / width), rows = Math.floor(screen.clientHeight / height);
    if ((columns >= COLUMNS && rows >= ROWS) || font <= SMALLEST) {
      terminal.resize(Math.max(20, Math.min(columns, 400)), Math.max(5, Math.min(rows, 150)));
      break;
    }
    font = Math.max(SMALLEST, Math.min(font - 0.5, Math.floor(2 * font * Math.min(columns / COLUMNS, rows / ROWS)) / 2));
  }
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(`${terminal.cols} ${terminal.rows}`);
}

function say(text, button) {
  document.getElementById("reason").textContent = text;
  document.getElementById("again").hidden = !button;
  notice.hidden = false;
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/terminal?path=${encodeURIComponent(document.body.dataset.path)}`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => { over = false; terminal.reset(); fit(); };
  socket.onmessage = (event) => {
    if (tries || !notice.hidden) { tries = 0; notice.hidden = true; terminal.focus(); }
    terminal.write(new Uint8Array(event.data));
  };
  socket.onclose = (event) => {
    over = event.code === 1000;
    if (over) say(event.reason || "The session has ended.", true);
    else if (tries < PATIENCE.length) {
      say("The connection is lost. Your seat is kept; connecting again ...", false);
      setTimeout(connect, PATIENCE[tries++] * 1000);
    } else say("The server cannot be reached.", true);
  };
}

function send(text) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(encoder.encode(text));
}

terminal.onData(send);
terminal.onBinary((text) => {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(Uint8Array.from(text, (c) => c.charCodeAt(0)));
});
document.getElementById("again").addEventListener("click", () => { tries = 0; notice.hidden = true; connect(); });

// Without keys of its own, a device shows its keyboard when it is needed, not with every touch of the board.
const touched = matchMedia("(pointer: coarse)").matches;
function showKeyboard(shown) {
  if (shown === (terminal.textarea.inputMode === "text")) return;
  terminal.textarea.inputMode = shown ? "text" : "none";
  keys.lastChild.classList.toggle("on", shown);
  terminal.blur();
  terminal.focus();
}
function addKey(name, bytes) {
  const button = document.createElement("button");
  button.textContent = name;
  button.addEventListener("pointerdown", (event) => { event.preventDefault(); if (bytes) send(bytes); });
  if (name === "Enter") button.addEventListener("click", () => showKeyboard(false));
  if (name === "Type") button.addEventListener("click", () => showKeyboard(true));
  if (name === "Keyboard") button.addEventListener("click", () => showKeyboard(terminal.textarea.inputMode === "none"));
  keys.append(button);
}
if (touched) {
  for (const [name, bytes] of TOUCH) addKey(name, bytes);
  keys.hidden = false;
  terminal.textarea.inputMode = "none";
  showKeyboard("new" in document.body.dataset); // for the name, up to Enter
  terminal.onData((text) => { if (text === "\r") showKeyboard(false); });
}
let settling = 0;
new ResizeObserver(() => { clearTimeout(settling); settling = setTimeout(fit, 100); }).observe(screen);
fit();
connect();
terminal.focus();
