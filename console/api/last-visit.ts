const KEY = "logged-in";

/** Tells whether somebody was logged in at the last visit: a guess at what is shown, so that its code loads meanwhile. */
export const wasLoggedIn = (): boolean => localStorage.getItem(KEY) !== null;

export const recordVisit = (isLoggedIn: boolean): void => {
  if (isLoggedIn) localStorage.setItem(KEY, "yes");
  else localStorage.removeItem(KEY);
};
