/** Keeps the choice for the next page (public/theme.js reads it) and shows it in this one. */
export const chooseTheme = (theme: "light" | "dark" | null): void => {
  if (theme) localStorage.setItem("theme", theme);
  else localStorage.removeItem("theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
  else delete document.documentElement.dataset["theme"];
  // Canvases are painted in the former colours.
  dispatchEvent(new Event("themechange"));
};
