export const account = {
  title: "Your account",
  you: "You",
  changePassword: "Change the password",
  currentPassword: "Current password",
  newPasswordHint: "10 characters or more. Your other sessions end.",
  passwordChanged: (ended: string) =>
    ended === "0" ? "The password is changed" : `The password is changed, and other sessions have ended: ${ended}`,
  sessions: "Where you are logged in",
  began: "Since",
  endsAt: "Until",
  thisOne: "This session",
  end: "End it",
  endOf: (since: string) => `End it: since ${since}`,
  ended: "The session has ended",
  endOthers: "End all others",
  endedOthers: "All other sessions have ended",
};
