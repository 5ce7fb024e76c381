import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { accountQuery, preferencesQuery } from "./api/account.ts";
import { Refusal } from "./api/client.ts";
import { recordVisit, wasLoggedIn } from "./api/last-visit.ts";
import { LogIn, root } from "./entry-routes.tsx";

/** Loaded separately, so that the first page appears sooner, without the palette and the menus. */
const Shell = lazyRouteComponent(() => import("./shell/shell.tsx"), "Shell");

/** The routes behind the log-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  beforeLoad: async ({ context: { queries }, location }) => {
    // The code of the next page is loaded while the API is asked who this is.
    void (wasLoggedIn() ? Shell : LogIn).preload?.();
    try {
      await queries.ensureQueryData(accountQuery);
      recordVisit(true);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      recordVisit(false);
      throw redirect({ to: "/sign-in", search: { to: `/console${location.href}` } });
    }
  },
  loader: async ({ context: { queries } }) => {
    try {
      return await queries.ensureQueryData(preferencesQuery);
    } catch (error) {
      if (error instanceof Refusal && error.code === "second_factor_needed") throw redirect({ to: "/second-factor" });
      throw error;
    }
  },
});
