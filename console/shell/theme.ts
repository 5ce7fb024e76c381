/** Stores the choice for the next page (public/theme.js reads it) and applies it to this one. */
export const chooseTheme = (theme: "light" | "dark" | null): void => {
  if (theme) localStorage.setItem("theme", theme);
  else localStorage.removeItem("theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
  else delete document.documentElement.dataset["theme"];
  // Canvases have to be repainted in the new colours.
  dispatchEvent(new Event("themechange"));
};
