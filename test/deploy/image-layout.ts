import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, matchesGlob, relative } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");

/** An image as a folder: what the steps of its Dockerfile have made of it. */
export interface ImageLayout {
  root: string;
  workdir: string;
  environment: Record<string, string>;
  user: string;
}

/** How a container of the image is started: what Docker Compose says of its service. */
export interface ContainerOptions {
  environment: Readonly<Record<string, string>>;
  readOnly: boolean;
  /** As Compose has it: `/tmp:size=512m,mode=1777`. */
  tmpfs?: readonly string[];
  /** Folders of this machine by where the container has them. */
  volumes?: Readonly<Record<string, string>>;
}

/** Names by which containers of one project find each other; here all of them are on this machine. */
const HOSTS = ["postgres", "temporal", "objects", "elasticsearch", "simulator", "api"];
/** The image's own user, as the official image of Node has it. */
const USERS = { root: 0, node: 1000 } as const;
/** Node, as the base image has it in its PATH. */
const PROGRAMS = "/opt/node/bin";
const PATH = `${PROGRAMS}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
const SHARED = ["usr", "etc", "dev", "proc"];
const LINKS = ["bin", "sbin", "lib", "lib64"];

/**
 * Carries out the steps of a Dockerfile in folders, a folder for each stage, and returns the last. The base image is this machine: its
 * libraries, the project's Node, and a user `node`. It needs root and Linux.
 */
export const buildImage = async (dockerfile: string, folder: string): Promise<ImageLayout> => {
  const isIgnored = readIgnored(dockerfile);
  const stages = new Map<string, ImageLayout>();
  let layout: ImageLayout | undefined;
  for (const { instruction, text } of readSteps(readFileSync(join(PROJECT, dockerfile), "utf8"))) {
    if (instruction === "FROM") {
      const [, name = `stage-${stages.size}`] = / AS (\S+)$/.exec(text) ?? [];
      layout = { root: prepareRoot(join(folder, name)), workdir: "/", environment: {}, user: "root" };
      stages.set(name, layout);
    } else if (layout) await carryOut({ instruction, text }, { layout, stages, isIgnored });
  }
  if (!layout) throw new Error(`${dockerfile} has no FROM`);
  return layout;
};

/** Starts a program in a container of the image, without a privilege. Signals reach the program itself. */
export const startContainer = (
  { root, workdir, environment, user }: ImageLayout,
  [command = "", ...args]: readonly string[],
  options: ContainerOptions,
): ChildProcess =>
  spawn(
    "unshare",
    [
      "--mount",
      "--propagation",
      "private",
      "sh",
      "-ec",
      enter({ root, workdir, user }, options),
      "sh",
      command,
      ...args,
    ],
    {
      env: { PATH, HOME: "/home/node", ...environment, ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );

/** Returns the exit code of a program with all that it wrote. */
export const untilEnd = (child: ChildProcess): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });

interface Step {
  instruction: string;
  text: string;
}

const readSteps = (dockerfile: string): Step[] =>
  dockerfile
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, instruction = "", text = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return instruction ? [{ instruction, text: text.trim() }] : [];
    });

interface Building {
  layout: ImageLayout;
  stages: ReadonlyMap<string, ImageLayout>;
  isIgnored(path: string): boolean;
}

const carryOut = async ({ instruction, text }: Step, { layout, stages, isIgnored }: Building): Promise<void> => {
  switch (instruction) {
    case "WORKDIR":
      layout.workdir = text;
      return void mkdirSync(join(layout.root, text), { recursive: true });
    case "ENV":
      for (const [, name = "", quoted, plain] of text.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g))
        layout.environment[name] = quoted ?? plain ?? "";
      return;
    case "USER":
      layout.user = text;
      return;
    case "COPY":
      return copy(text, { layout, stages, isIgnored });
    case "RUN":
      return run(layout, text);
    // What the image is for is said by Docker Compose.
    case "ARG":
    case "EXPOSE":
    case "CMD":
      return;
    default:
      throw new Error(`the Dockerfile has a step that is not known here: ${instruction} ${text}`);
  }
};

const copy = (text: string, { layout, stages, isIgnored }: Building): void => {
  const words = text.split(/\s+/);
  const [, stage] = /^--from=(\S+)$/.exec(words[0] ?? "") ?? [];
  const paths = stage === undefined ? words : words.slice(1);
  const target = join(layout.root, layout.workdir, paths.at(-1) ?? "");
  const from = stage === undefined ? PROJECT : (stages.get(stage)?.root ?? "");
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path);
    const isFolder = statSync(source).isDirectory();
    const to = !isFolder && paths.at(-1)?.endsWith("/") ? join(target, path) : target;
    mkdirSync(dirname(to), { recursive: true });
    const filter = (file: string) => stage !== undefined || !isIgnored(relative(PROJECT, file));
    cpSync(source, to, { recursive: true, filter });
  }
};

/** As root, as Docker does, with the registry and authorities of whoever runs the tests. */
const run = async (layout: ImageLayout, text: string): Promise<void> => {
  const { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, HTTPS_PROXY, HTTP_PROXY, NO_PROXY } = process.env;
  const given = { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, HTTPS_PROXY, HTTP_PROXY, NO_PROXY };
  const named = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const environment = { ...Object.fromEntries(named), HOME: "/root" };
  const own: Record<string, string> = existsSync(join(homedir(), ".npmrc")) ? { "/root": homedir() } : {};
  const child = startContainer({ ...layout, user: "root" }, ["sh", "-c", text], {
    environment,
    readOnly: false,
    volumes: own,
  });
  const { code, output } = await untilEnd(child);
  if (code !== 0) throw new Error(`RUN ${text}\nended with ${code}:\n${output.slice(-4000)}`);
};

const prepareRoot = (root: string): string => {
  for (const name of [...SHARED, "tmp", "root", "home/node", "opt/node/bin", "accounts"])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of LINKS) symlinkSync(`usr/${name}`, join(root, name));
  const accounts = Object.entries(USERS).map(([name, id]) => [name, id] as const);
  const write = (file: string, lines: readonly string[]) =>
    writeFileSync(join(root, "accounts", file), `${lines.join("\n")}\n`);
  write(
    "passwd",
    accounts.map(([name, id]) => `${name}:x:${id}:${id}::/home/${name}:/bin/sh`),
  );
  write(
    "group",
    accounts.map(([name, id]) => `${name}:x:${id}:`),
  );
  write("hosts", [`127.0.0.1 localhost ${HOSTS.join(" ")}`]);
  return root;
};

/** A script for a mount namespace of its own: makes the folder the root, and hands over to what it was given. */
const enter = (
  { root, workdir, user }: Pick<ImageLayout, "root" | "workdir" | "user">,
  { readOnly, tmpfs = [], volumes = {} }: ContainerOptions,
): string => {
  const at = (path: string) => quote(join(root, path));
  const id = user === "node" ? USERS.node : USERS.root;
  const confined = `setpriv --reuid=${id} --regid=${id} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all`;
  return [
    `mount --bind ${at("")} ${at("")}`,
    ...SHARED.map((name) => `mount --rbind /${name} ${at(name)}`),
    ...["passwd", "group", "hosts"].map((file) => `mount --bind ${at(`accounts/${file}`)} ${at(`etc/${file}`)}`),
    `mount --bind ${quote(dirname(process.execPath))} ${at(PROGRAMS)}`,
    ...Object.entries(volumes).map(
      ([target, source]) => `mkdir -p ${at(target)}; mount --bind ${quote(source)} ${at(target)}`,
    ),
    ...tmpfs.map((each) => {
      const [path = "", options = ""] = each.split(":");
      return `mount -t tmpfs -o ${quote(options)} tmpfs ${at(path)}`;
    }),
    ...(readOnly ? [`mount -o remount,ro,bind ${at("")}`] : []),
    `exec chroot ${at("")} ${user === "root" ? "" : confined} sh -c ${quote(`cd ${quote(workdir)} && exec "$@"`)} sh "$@"`,
  ].join("\n");
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What a build does not see: the last pattern that fits a path, or a folder above it, decides. */
const readIgnored = (dockerfile: string): ((path: string) => boolean) => {
  const own = join(PROJECT, `${dockerfile}.dockerignore`);
  const patterns = readFileSync(existsSync(own) ? own : join(PROJECT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), pattern: line.replace(/^!/, "") }));
  return (path) => {
    const parts = path.split("/");
    const upwards = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
    const last = patterns.findLast(({ pattern }) => upwards.some((each) => matchesGlob(each, pattern)));
    return last !== undefined && !last.keeps;
  };
};
