import { defineOperation } from "../http/operation.ts";
import { getAccount } from "./auth.reads.ts";
import {
  accountAnswer,
  confirmSignUpBody,
  loggedOutAnswer,
  logInBody,
  sessionAnswer,
  signUpBody,
  signUpMailedAnswer,
} from "./auth.schemas.ts";
import { confirmSignUp } from "./confirm-sign-up.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { halfLogInAnswer } from "./second-factor/second-factor.schemas.ts";
import { signUp } from "./sign-up.ts";

export const signUpOperation = defineOperation({
  id: "signup",
  area: "Service",
  method: "post",
  path: "/auth/signup",
  summary: "Create an account with its own organization",
  permission: "public",
  sandbox: "public",
  timeline: "system",
  body: signUpBody,
  success: { status: 200, description: "A session of the new owner, where no mail is sent", body: sessionAnswer },
  accepted: {
    description: "Where mail is sent, the same answer for every address: a mail says what to do next",
    body: signUpMailedAnswer,
  },
  errors: {
    403: "Sign-up is switched off",
    409: "The e-mail address has an account; answered only where no mail is sent",
  },
  run: signUp,
});

export const confirmSignUpOperation = defineOperation({
  id: "account.confirmSignUp",
  area: "Service",
  method: "post",
  path: "/auth/confirm-signup",
  summary: "Create the account of a sign-up with the link in its mail and its password",
  permission: "public",
  sandbox: "public",
  timeline: "system",
  body: confirmSignUpBody,
  success: { status: 200, description: "A session of the new owner", body: sessionAnswer },
  errors: {
    400: "The link is unknown or expired",
    403: "The password is not that of the sign-up, or sign-up is switched off",
    409: "The e-mail address has an account",
  },
  run: confirmSignUp,
});

export const logInOperation = defineOperation({
  id: "login",
  area: "Service",
  method: "post",
  path: "/auth/login",
  summary: "Open a session with e-mail and password",
  permission: "public",
  sandbox: "public",
  timeline: { none: "Sessions of people are not events of the organization" },
  body: logInBody,
  success: { status: 200, description: "A session", body: sessionAnswer },
  accepted: {
    description:
      "The password is right, and the person has a second factor: account.proveSecondFactor opens the session",
    body: halfLogInAnswer,
  },
  errors: { 401: "E-mail or password is wrong" },
  run: logIn,
});

export const getAccountOperation = defineOperation({
  id: "me",
  beforeSecondFactor: true,
  area: "Service",
  method: "get",
  path: "/auth/me",
  summary: "Tell who these credentials belong to",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The account, in the organization it works in", body: accountAnswer },
  run: getAccount,
});

export const logOutOperation = defineOperation({
  id: "logout",
  beforeSecondFactor: true,
  area: "Service",
  method: "post",
  path: "/auth/logout",
  summary: "End this session",
  permission: "viewer",
  sandbox: "refused",
  timeline: { none: "Sessions of people are not events of the organization" },
  success: { status: 200, description: "The session is over", body: loggedOutAnswer },
  errors: { 400: "The request came with an API key, which has no session" },
  run: logOut,
});

export const authOperations = [
  signUpOperation,
  confirmSignUpOperation,
  logInOperation,
  getAccountOperation,
  logOutOperation,
];
