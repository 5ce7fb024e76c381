// Puts a talk button on a page: <script src="…/talk.js" data-token="…" async></script>. It is a classic script that
// works in any page, so it defines nothing global and writes no HTML.
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const { token = "", label = "Talk to us", close = "Close" } = script.dataset;
  const root = new URL(script.src).origin;

  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  Object.assign(button.style, {
    position: "fixed",
    right: "24px",
    bottom: "24px",
    zIndex: "2147483000",
    padding: "12px 20px",
    border: "0",
    borderRadius: "24px",
    background: "#4f46e5",
    color: "#ffffff",
    font: "600 16px system-ui, sans-serif",
    cursor: "pointer",
  });

  const panel = document.createElement("div");
  panel.hidden = true;
  Object.assign(panel.style, {
    position: "fixed",
    right: "24px",
    bottom: "84px",
    zIndex: "2147483000",
    width: "min(400px, calc(100vw - 48px))",
    height: "min(560px, calc(100vh - 120px))",
    overflow: "hidden",
    borderRadius: "12px",
    background: "#ffffff",
    color: "#171a21",
    font: "16px system-ui, sans-serif",
    boxShadow: "0 12px 32px rgb(16 24 40 / 24%)",
  });

  const say = (sentence: string) => {
    const text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.style.padding = "16px";
    text.textContent = sentence;
    panel.replaceChildren(text);
  };
  const shut = () => {
    // The page in the frame gets `pagehide`, and leaves the conversation.
    panel.replaceChildren();
    panel.hidden = true;
    button.textContent = label;
  };
  const open = async () => {
    panel.hidden = false;
    button.textContent = close;
    const response = await fetch(`${root}/api/v1/public/talk/${encodeURIComponent(token)}`, { method: "POST" });
    const answer: unknown = await response.json();
    const detail: unknown = Reflect.get(Object(answer), "detail");
    if (!response.ok) return say(typeof detail === "string" ? detail : response.statusText);
    const frame = document.createElement("iframe");
    frame.allow = "microphone; autoplay";
    frame.title = label;
    Object.assign(frame.style, { width: "100%", height: "100%", border: "0" });
    frame.src = String(Reflect.get(Object(Reflect.get(Object(answer), "join")), "page_url"));
    panel.replaceChildren(frame);
  };
  button.addEventListener("click", () => {
    if (!panel.hidden) return shut();
    open().catch(() => say("The conversation could not be opened."));
  });
  document.body.append(panel, button);
})();
