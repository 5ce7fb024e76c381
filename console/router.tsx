import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { agentRoutes } from "./agent-routes.tsx";
import { readQuestion } from "./analytics/analytics-queries.ts";
import { campaignQuery, campaignsQuery, isCampaignState, progressQuery } from "./campaigns/campaign-queries.ts";
import { isContactState } from "./campaigns/contact-states.ts";
import { contactRoutes } from "./contact-routes.tsx";
import { entryRoutes, root } from "./entry-routes.tsx";
import { readInboxSearch } from "./inbox/inbox-queries.ts";
import {
  agentParams,
  callParams,
  campaignParams,
  carrierParams,
  omitUnset,
  readDirection,
  readEnvironment,
  readNumber,
  readText,
  readTextState,
  readTime,
  type Search,
} from "./search-params.ts";
import { NotThere, Pending, Problem } from "./shell/problem.tsx";
import { shell } from "./shell-route.tsx";

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  component: lazyRouteComponent(() => import("./home/home.tsx"), "Home"),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: "/inbox",
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import("./inbox/inbox.tsx"), "Inbox"),
});

const channels = createRoute({
  getParentRoute: () => shell,
  path: "/channels",
  validateSearch: ({ channel, agent, thread }: Search) =>
    omitUnset({ channel: readNumber(channel), agent: readNumber(agent), thread: readText(thread) }),
  component: lazyRouteComponent(() => import("./channels/channels.tsx"), "Channels"),
});

const connectors = createRoute({
  getParentRoute: () => shell,
  path: "/connectors",
  component: lazyRouteComponent(() => import("./connectors/connectors.tsx"), "Connectors"),
});

/** Filters are in the address, so that it can be sent to a colleague. */
const campaigns = createRoute({
  getParentRoute: () => shell,
  path: "/campaigns",
  validateSearch: ({ state }: Search) => (isCampaignState(state) ? { state } : {}),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.queries.ensureQueryData(campaignsQuery(deps.state)),
  component: lazyRouteComponent(() => import("./campaigns/campaign-list.tsx"), "CampaignList"),
});

const campaign = createRoute({
  getParentRoute: () => shell,
  path: "/campaigns/$campaignId",
  params: campaignParams,
  validateSearch: ({ as_of }: Search) => omitUnset({ as_of: readTime(as_of) }),
  loader: ({ context: { queries }, params }) =>
    Promise.all([
      queries.ensureQueryData(campaignQuery(params.campaignId)),
      queries.ensureQueryData(progressQuery(params.campaignId)),
    ]),
  component: lazyRouteComponent(() => import("./campaigns/campaign-page.tsx"), "CampaignPage"),
});

const campaignContacts = createRoute({
  getParentRoute: () => shell,
  path: "/campaigns/$campaignId/contacts",
  params: campaignParams,
  validateSearch: ({ state, q, as_of }: Search) =>
    omitUnset({ state: isContactState(state) ? state : undefined, q: readText(q), as_of: readTime(as_of) }),
  loader: ({ context: { queries }, params }) => queries.ensureQueryData(campaignQuery(params.campaignId)),
  component: lazyRouteComponent(() => import("./campaigns/campaign-contacts.tsx"), "CampaignContacts"),
});

const calendar = createRoute({
  getParentRoute: () => shell,
  path: "/calendar",
  validateSearch: ({ day, by }: Search) =>
    omitUnset({ day: readTime(day), by: by === "week" ? ("week" as const) : undefined }),
  component: lazyRouteComponent(() => import("./calendar/calendar.tsx"), "Calendar"),
});

const newCampaign = createRoute({
  getParentRoute: () => shell,
  path: "/campaigns/new",
  validateSearch: ({ list }: Search): { list?: number } => (typeof list === "number" ? { list } : {}),
  component: lazyRouteComponent(() => import("./campaigns/new-campaign.tsx"), "NewCampaign"),
});

const calls = createRoute({
  getParentRoute: () => shell,
  path: "/calls",
  validateSearch: (search: Search) =>
    omitUnset({
      agent: readNumber(search["agent"]),
      campaign: readNumber(search["campaign"]),
      outcome: readText(search["outcome"]),
      environment: readEnvironment(search["environment"]),
      answeredBy: readText(search["answeredBy"]),
      number: readText(search["number"]),
      said: readText(search["said"]),
      figure: readText(search["figure"]),
      version: readNumber(search["version"]),
      live: search["live"] === true ? true : undefined,
      since: readText(search["since"]),
      until: readText(search["until"]),
      page: readNumber(search["page"]),
    }),
  component: lazyRouteComponent(() => import("./calls/call-list.tsx"), "CallList"),
});

const texts = createRoute({
  getParentRoute: () => shell,
  path: "/texts",
  validateSearch: (search: Search) =>
    omitUnset({
      direction: readDirection(search["direction"]),
      state: readTextState(search["state"]),
      number: readText(search["number"]),
      campaign: readNumber(search["campaign"]),
      since: readText(search["since"]),
      until: readText(search["until"]),
    }),
  component: lazyRouteComponent(() => import("./texts/text-list.tsx"), "TextList"),
});

/** A question is in the address, so that it can be sent to a colleague. */
const analytics = createRoute({
  getParentRoute: () => shell,
  path: "/analytics",
  validateSearch: readQuestion,
  component: lazyRouteComponent(() => import("./analytics/analytics.tsx"), "Analytics"),
});

const call = createRoute({
  getParentRoute: () => shell,
  path: "/calls/$agentId/$callId",
  params: callParams,
  validateSearch: ({ entry }: Search) => omitUnset({ entry: readNumber(entry) }),
  component: lazyRouteComponent(() => import("./calls/call-page.tsx"), "CallPage"),
});

const tools = createRoute({
  getParentRoute: () => shell,
  path: "/tools",
  component: lazyRouteComponent(() => import("./tools/tools.tsx"), "Tools"),
});

const documents = createRoute({
  getParentRoute: () => shell,
  path: "/documents",
  component: lazyRouteComponent(() => import("./documents/documents.tsx"), "Documents"),
});

const marketplace = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace",
  validateSearch: ({ q, job }: Search) => omitUnset({ q: readText(q), job: readText(job) }),
  component: lazyRouteComponent(() => import("./marketplace/marketplace.tsx"), "Marketplace"),
});

const pack = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace/$slug",
  component: lazyRouteComponent(() => import("./marketplace/pack-page.tsx"), "PackPage"),
});

const hire = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace/hire/$templateId",
  validateSearch: ({ language }: Search) => omitUnset({ language: readText(language) }),
  component: lazyRouteComponent(() => import("./marketplace/hire-page.tsx"), "HirePage"),
});

const hired = createRoute({
  getParentRoute: () => shell,
  path: "/marketplace/hired/$agentId",
  params: agentParams,
  component: lazyRouteComponent(() => import("./marketplace/hired-page.tsx"), "HiredPage"),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: "/keys",
  component: lazyRouteComponent(() => import("./keys/keys.tsx"), "Keys"),
});

/** A program sends a person here (OAuth). */
const letIn = createRoute({
  getParentRoute: () => shell,
  path: "/let-in",
  validateSearch: ({ request }: Search) => omitUnset({ request: readText(request) }),
  component: lazyRouteComponent(() => import("./keys/let-in.tsx"), "LetIn"),
});

const inShell = { getParentRoute: () => shell };
const teamPage = lazyRouteComponent(() => import("./team/team.tsx"), "Team");
const team = createRoute({ ...inShell, path: "/team", component: teamPage });

const auditPage = lazyRouteComponent(() => import("./audit/audit.tsx"), "Audit");
const audit = createRoute({ ...inShell, path: "/audit", component: auditPage });

const peoplePage = lazyRouteComponent(() => import("./people/people.tsx"), "People");
const people = createRoute({ ...inShell, path: "/people", component: peoplePage });

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/account.tsx"), "YourAccount"),
});

const installationPage = lazyRouteComponent(() => import("./installation/installation.tsx"), "Installation");
const installation = createRoute({ ...inShell, path: "/installation", component: installationPage });

const usagePage = lazyRouteComponent(() => import("./usage/usage.tsx"), "Usage");
const usage = createRoute({ ...inShell, path: "/usage", component: usagePage });

const settingsPage = lazyRouteComponent(() => import("./settings/settings.tsx"), "Settings");
const settings = createRoute({ ...inShell, path: "/settings", component: settingsPage });

const sandboxPage = lazyRouteComponent(() => import("./sandbox/sandbox.tsx"), "Sandbox");
const sandbox = createRoute({ ...inShell, path: "/sandbox", component: sandboxPage });

const carriers = createRoute({
  getParentRoute: () => shell,
  path: "/carriers",
  component: lazyRouteComponent(() => import("./carriers/carriers.tsx"), "Carriers"),
});

const models = createRoute({
  getParentRoute: () => shell,
  path: "/models",
  component: lazyRouteComponent(() => import("./models/models.tsx"), "Models"),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./webhooks/webhooks.tsx"), "Webhooks"),
});

const credentials = createRoute({
  getParentRoute: () => shell,
  path: "/credentials",
  component: lazyRouteComponent(() => import("./credentials/credentials.tsx"), "Credentials"),
});

const carrier = createRoute({
  getParentRoute: () => shell,
  path: "/carriers/$carrierId",
  params: carrierParams,
  component: lazyRouteComponent(() => import("./carriers/carrier-page.tsx"), "CarrierPage"),
});

export const createConsoleRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([
      ...entryRoutes,
      shell.addChildren([
        home,
        inbox,
        channels,
        connectors,
        campaigns,
        calendar,
        newCampaign,
        campaign,
        campaignContacts,
        calls,
        texts,
        analytics,
        call,
        ...contactRoutes,
        ...agentRoutes,
        tools,
        documents,
        marketplace,
        pack,
        hire,
        hired,
        keys,
        letIn,
        team,
        audit,
        people,
        account,
        usage,
        installation,
        settings,
        sandbox,
        carriers,
        models,
        webhooks,
        credentials,
        carrier,
      ]),
    ]),
    basepath: "/console",
    context: { queries },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: Problem,
    defaultNotFoundComponent: NotThere,
    defaultPendingComponent: Pending,
  });
