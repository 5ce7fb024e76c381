import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readText, type Search } from "./search-params.ts";

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({});

const goingTo = (search: Search): { to?: string } => {
  const to = readText(search["to"]);
  return to ? { to } : {};
};

export const LogIn = lazyRouteComponent(() => import("./sign-in/sign-in.tsx"), "LogIn");

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Search): { to?: string; fault?: string } => {
    const fault = readText(search["fault"]);
    return { ...goingTo(search), ...(fault && { fault }) };
  },
  component: LogIn,
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: goingTo,
  component: lazyRouteComponent(() => import("./sign-in/sign-in.tsx"), "SignUp"),
});

/** The routes of links in mails, and of requesting such a mail. */
const links = () => import("./sign-in/links.tsx");
const below = { getParentRoute: () => root };
const forgotPage = lazyRouteComponent(links, "ForgotPassword");
const resetPage = lazyRouteComponent(links, "ResetPassword");
const acceptPage = lazyRouteComponent(links, "AcceptInvitation");
const confirmPage = lazyRouteComponent(links, "ConfirmSignUp");
const forgotPassword = createRoute({ ...below, path: "/forgot-password", component: forgotPage });
const resetPassword = createRoute({ ...below, path: "/reset-password", component: resetPage });
const acceptInvitation = createRoute({ ...below, path: "/accept-invitation", component: acceptPage });
const confirmSignUp = createRoute({ ...below, path: "/confirm-sign-up", component: confirmPage });

const confirmDomainPage = lazyRouteComponent(links, "ConfirmDomain");
const confirmDomain = createRoute({ ...below, path: "/confirm-domain", component: confirmDomainPage });
const needSecondFactor = createRoute({
  ...below,
  path: "/second-factor",
  component: lazyRouteComponent(() => import("./sign-in/need-second-factor.tsx"), "NeedSecondFactor"),
});

/** The routes before the log-in. */
export const entryRoutes = [
  signIn,
  signUp,
  forgotPassword,
  resetPassword,
  confirmSignUp,
  confirmDomain,
  acceptInvitation,
  needSecondFactor,
] as const;
