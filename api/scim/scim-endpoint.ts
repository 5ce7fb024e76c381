import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { LAST_USED_PRECISION_MS } from "../../domain/access/api-key.ts";
import { ScimFault } from "../../domain/access/scim/scim-fault.ts";
import { readScimFilter } from "../../domain/access/scim/scim-filter.ts";
import { readText } from "../../domain/json/json-value.ts";
import { makeOnce } from "../../domain/time/make-once.ts";
import { buildScimAddress } from "../../infra/config/provider-addresses.ts";
import {
  findScimToken,
  GROUP_ATTRIBUTES,
  listGroupMembers,
  listGroups,
  listGroupsOfPerson,
  listPeople,
  noteUseOfScimToken,
  PERSON_ATTRIBUTES,
  type ScimPage,
} from "../../infra/postgres/access/scim.repository.ts";
import { insertAct } from "../../infra/postgres/audit/acts.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { hashRandomPassword } from "../../infra/secrets/password-hash.ts";
import { readUserAgent } from "../http/act-recorder.ts";
import { hashToken } from "../http/authenticate.ts";
import { HttpError } from "../http/http-error.ts";
import { readNetworkAddress } from "../http/network-address.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import {
  describeSchemas,
  describeService,
  describeTypes,
  MOST_RESULTS,
  presentFault,
  presentGroup,
  presentList,
  presentUser,
  SCIM_TYPE,
} from "./scim-answers.ts";
import {
  createGroup,
  createUser,
  deleteUser,
  getGroup,
  getUser,
  patchGroupOfDirectory,
  patchUser,
  removeGroup,
  replaceGroup,
  replaceUser,
  type ScimChange,
  type Written,
} from "./scim-resources.ts";

const BODY_BYTES = 2_000_000;

type Parts = Pick<ApiDependencies, "config" | "database" | "clock" | "ids">;

interface Dependencies extends Parts {
  /** A directory sends thousands of people at once; nobody knows the one password of the accounts that are made. */
  nobodysPassword(): Promise<string>;
}

/** Who has given a token: a directory, of one organization. */
interface Directory {
  organizationId: number;
}

const directories = new WeakMap<Request, Directory>();
const directoryOf = (request: Request): Directory => {
  const directory = directories.get(request);
  if (!directory) throw new Error("the request was not authenticated");
  return directory;
};

/** People and groups of an organization's directory (SCIM 2.0, RFC 7643 and 7644). `count`: the limit by address. */
export const serveScim = (parts: Parts, count: RequestHandler): Router => {
  const dependencies = { ...parts, nobodysPassword: makeOnce(hashRandomPassword) };
  const base = buildScimAddress(dependencies.config);
  const router = Router();
  router.use(count, authenticateDirectory(dependencies));
  router.use(express.json({ limit: BODY_BYTES, type: [SCIM_TYPE, "application/json"] }));
  describe(router, base);
  serveUsers(router, dependencies, base);
  serveGroups(router, dependencies, base);
  router.use(() => {
    throw new ScimFault(404, "There is no such address; /ResourceTypes names those that there are");
  });
  router.use(answerFaults);
  return router;
};

const authenticateDirectory =
  ({ database, clock }: Dependencies): RequestHandler =>
  async (request, _response, next) => {
    const token = /^Bearer (\S+)$/i.exec(request.get("authorization") ?? "")?.[1];
    const known = token === undefined ? undefined : await findScimToken(database.withoutOrganization, hashToken(token));
    if (!known) throw new ScimFault(401, "The bearer token is missing, or no organization has it");
    const { organization_id: organizationId, last_used_at: usedAt } = known;
    const now = clock.now();
    if (now.getTime() - (usedAt?.getTime() ?? 0) > LAST_USED_PRECISION_MS)
      await database.inOrganization(organizationId, (tx) => noteUseOfScimToken(tx, now));
    directories.set(request, { organizationId });
    next();
  };

const send = (response: Response, status: number, body: object | null): void => {
  if (body === null) return void response.status(204).end();
  response.status(status).type(SCIM_TYPE).set("Cache-Control", "no-store").send(JSON.stringify(body));
};

const describe = (router: Router, base: string): void => {
  const lists: readonly [string, readonly { id: string }[]][] = [
    ["ResourceTypes", describeTypes(base)],
    ["Schemas", describeSchemas(base)],
  ];
  router.get("/ServiceProviderConfig", (_request, response) => send(response, 200, describeService(base)));
  for (const [name, all] of lists) {
    router.get(`/${name}`, (_request, response) =>
      send(response, 200, presentList(all, { total: all.length, startIndex: 1 })),
    );
    router.get(`/${name}/:id`, (request, response) => {
      const one = all.find(({ id }) => id === request.params.id);
      if (!one) throw new ScimFault(404, `${name} has no ${request.params.id}`);
      send(response, 200, one);
    });
  }
};

const number = z.coerce.number().int();
const pageQuery = z.object({
  startIndex: number.transform((index) => Math.max(1, index)).default(1),
  count: number.transform((count) => Math.min(Math.max(0, count), MOST_RESULTS)).default(MOST_RESULTS),
  filter: z.string().optional(),
});

/** A start below 1 counts as 1 and a count below 0 as 0 (RFC 7644, 3.4.2.4). */
const readPage = (request: Request, attributes: ReadonlySet<string>): ScimPage => {
  const read = pageQuery.safeParse(request.query);
  if (!read.success) throw new ScimFault(400, "startIndex and count are whole numbers", "invalidValue");
  const { filter, ...page } = read.data;
  return { ...page, comparisons: filter === undefined ? [] : readScimFilter(filter, attributes) };
};

/** An id of another form names nothing: the database would not even compare it. */
const readId = (request: Request): string => {
  const id = z.uuid().safeParse(request.params["id"]).data;
  if (!id) throw new ScimFault(404, "There is nothing with this id");
  return id;
};

const reading =
  (
    { database }: Dependencies,
    read: (tx: OrganizationTransaction, request: Request) => Promise<object>,
  ): RequestHandler =>
  async (request, response) => {
    const { organizationId } = directoryOf(request);
    send(response, 200, await database.inOrganization(organizationId, (tx) => read(tx, request)));
  };

interface Changing {
  /** Of the act in the audit. */
  operation: string;
  status?: number;
  /** True where the resource is made, with an id of its own. */
  makes?: boolean;
  change(change: ScimChange, written: Written): Promise<object | null>;
}

/** Carries out a change and its act in one transaction. */
const changing =
  (
    { database, clock, ids, config, nobodysPassword }: Dependencies,
    { operation, status = 200, makes = false, change }: Changing,
  ): RequestHandler =>
  async (request, response) => {
    const { organizationId } = directoryOf(request);
    const uuid = makes ? ids.uuid() : readId(request);
    // Hashed before a connection is held: it takes a while.
    const passwordHash = await nobodysPassword();
    const base = buildScimAddress(config);
    const answer = await database.inOrganization(organizationId, async (tx) => {
      const changed = await change(
        { tx, organizationId, at: clock.now(), passwordHash, base },
        { uuid, body: request.body },
      );
      await insertAct(tx, {
        organizationId,
        uuid: ids.uuid(),
        kind: "changed",
        actor: "directory",
        userId: null,
        operation,
        subject: { id: uuid },
        address: readNetworkAddress(request),
        userAgent: readUserAgent(request),
      });
      return changed;
    });
    send(response, status, answer);
  };

const serveUsers = (router: Router, dependencies: Dependencies, base: string): void => {
  const list = reading(dependencies, async (tx, request) => {
    const page = readPage(request, PERSON_ATTRIBUTES);
    const { total, rows } = await listPeople(tx, page);
    const people: object[] = [];
    for (const row of rows) people.push(presentUser(row, await listGroupsOfPerson(tx, row.uuid), base));
    return presentList(people, { total, startIndex: page.startIndex });
  });
  const of = (change: Changing) => changing(dependencies, change);
  router.get("/Users", list);
  router.post("/Users", of({ operation: "scim.users.create", status: 201, makes: true, change: createUser }));
  router.get(
    "/Users/:id",
    reading(dependencies, (tx, request) => getUser({ tx, base }, readId(request))),
  );
  router.put("/Users/:id", of({ operation: "scim.users.replace", change: replaceUser }));
  router.patch("/Users/:id", of({ operation: "scim.users.update", change: patchUser }));
  router.delete("/Users/:id", of({ operation: "scim.users.delete", change: deleteUser }));
};

const serveGroups = (router: Router, dependencies: Dependencies, base: string): void => {
  const list = reading(dependencies, async (tx, request) => {
    const page = readPage(request, GROUP_ATTRIBUTES);
    const excluded = [request.query["excludedAttributes"]].flat();
    const leavesMembers = excluded.some((names) => /\bmembers\b/.test(readText(names)));
    const { total, rows } = await listGroups(tx, page);
    const groups: object[] = [];
    for (const row of rows)
      groups.push(presentGroup(row, leavesMembers ? [] : await listGroupMembers(tx, row.uuid), base));
    return presentList(groups, { total, startIndex: page.startIndex });
  });
  const of = (change: Changing) => changing(dependencies, change);
  router.get("/Groups", list);
  router.post("/Groups", of({ operation: "scim.groups.create", status: 201, makes: true, change: createGroup }));
  router.get(
    "/Groups/:id",
    reading(dependencies, (tx, request) => getGroup({ tx, base }, readId(request))),
  );
  router.put("/Groups/:id", of({ operation: "scim.groups.replace", change: replaceGroup }));
  router.patch("/Groups/:id", of({ operation: "scim.groups.update", change: patchGroupOfDirectory }));
  router.delete("/Groups/:id", of({ operation: "scim.groups.delete", change: removeGroup }));
};

/** Faults in SCIM's own form; others are left to whoever answers all errors. */
const answerFaults: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const fault = readFault(error);
  if (!fault || response.headersSent) return next(error);
  if (fault.status === 401) response.set("WWW-Authenticate", "Bearer");
  send(response, fault.status, presentFault(fault));
};

const readFault = (error: unknown): ScimFault | null => {
  if (error instanceof ScimFault) return error;
  if (error instanceof HttpError && error.status === 429) return new ScimFault(429, error.message);
  if (!(error instanceof Error) || !("type" in error)) return null;
  if (error.type === "entity.too.large") return new ScimFault(413, "The body is too large");
  return error.type === "entity.parse.failed" ? new ScimFault(400, "The body is no JSON", "invalidSyntax") : null;
};
