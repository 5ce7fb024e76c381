import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listParams, omitUnset, readNumber, readText, type Search } from "./search-params.ts";
import { shell } from "./shell-route.tsx";

const contacts = createRoute({
  getParentRoute: () => shell,
  path: "/contacts",
  component: lazyRouteComponent(() => import("./contacts/contact-lists.tsx"), "ContactLists"),
});

const contactList = createRoute({
  getParentRoute: () => shell,
  path: "/contacts/$listId",
  params: listParams,
  validateSearch: ({ q, page }: Search) => omitUnset({ q: readText(q), page: readNumber(page) }),
  component: lazyRouteComponent(() => import("./contacts/contact-list.tsx"), "ContactList"),
});

const person = createRoute({
  getParentRoute: () => shell,
  path: "/person",
  validateSearch: ({ number }: Search) => omitUnset({ number: readText(number) }),
  component: lazyRouteComponent(() => import("./person/person-page.tsx"), "PersonPage"),
});

const importContacts = createRoute({
  getParentRoute: () => shell,
  path: "/contacts/import",
  validateSearch: ({ list }: Search) => omitUnset({ list: readNumber(list) }),
  component: lazyRouteComponent(() => import("./contacts/import-page.tsx"), "ImportPage"),
});

const importProgress = createRoute({
  getParentRoute: () => shell,
  path: "/contacts/$listId/imports/$importId",
  params: {
    parse: ({ listId, importId }) => ({ listId: Number(listId), importId: Number(importId) }),
    stringify: ({ listId, importId }) => ({ listId: String(listId), importId: String(importId) }),
  },
  component: lazyRouteComponent(() => import("./contacts/import-progress.tsx"), "ImportProgress"),
});

const doNotCall = createRoute({
  getParentRoute: () => shell,
  path: "/do-not-call",
  component: lazyRouteComponent(() => import("./do-not-call/do-not-call.tsx"), "DoNotCall"),
});

/** Who may be called: lists, their imports, one person, and who must not be. */
export const contactRoutes = [contacts, contactList, person, importContacts, importProgress, doNotCall] as const;
