// Sets the chosen colour scheme before the first paint. A classic script, since modules run after it.
const theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset.theme = theme;
