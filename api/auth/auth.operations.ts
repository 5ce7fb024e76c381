import { defineOperation } from "../http/operation.ts";
import { accountAnswer, logInBody, loggedOutAnswer, sessionAnswer, signUpBody } from "./auth.schemas.ts";
import { getAccount } from "./get-account.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { signUp } from "./sign-up.ts";

export const signUpOperation = defineOperation({
  id: "signup",
  area: "Service",
  method: "post",
  path: "/auth/signup",
  summary: "Make an account and an organization of its own",
  permission: "public",
  timeline: "system",
  body: signUpBody,
  success: { status: 200, description: "A session of the new owner", body: sessionAnswer },
  errors: { 403: "Sign-up is switched off", 409: "The e-mail address has an account" },
  run: signUp,
});

export const logInOperation = defineOperation({
  id: "login",
  area: "Service",
  method: "post",
  path: "/auth/login",
  summary: "Open a session with e-mail and password",
  permission: "public",
  timeline: { none: "Sessions of people are no news of the organization" },
  body: logInBody,
  success: { status: 200, description: "A session", body: sessionAnswer },
  errors: { 401: "E-mail or password is wrong" },
  run: logIn,
});

export const getAccountOperation = defineOperation({
  id: "me",
  area: "Service",
  method: "get",
  path: "/auth/me",
  summary: "Who these credentials belong to",
  permission: "viewer",
  success: { status: 200, description: "The account, in the organization it works in", body: accountAnswer },
  run: getAccount,
});

export const logOutOperation = defineOperation({
  id: "logout",
  area: "Service",
  method: "post",
  path: "/auth/logout",
  summary: "End this session",
  permission: "viewer",
  timeline: { none: "Sessions of people are no news of the organization" },
  success: { status: 200, description: "The session is over", body: loggedOutAnswer },
  errors: { 400: "The request came with an API key, which has no session" },
  run: logOut,
});

export const authOperations = [signUpOperation, logInOperation, getAccountOperation, logOutOperation];
