import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findCacheFolder } from "../../../infra/cache-folder.ts";
import { runProgram } from "../../../infra/pinned-package/run-program.ts";
import { PATIENCE_MS } from "../patience.ts";

export const ELASTICSEARCH_VERSION = "8.19.21";
const JAVA_SOURCE = fileURLToPath(new URL("./TestNode.java", import.meta.url));

/** The server, and the module that speaks HTTP: as much of Elasticsearch as stands on Maven Central. */
const PROJECT = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>ringdown.test</groupId><artifactId>elasticsearch-node</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.elasticsearch</groupId><artifactId>elasticsearch</artifactId>
      <version>${ELASTICSEARCH_VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.elasticsearch.plugin</groupId><artifactId>transport-netty4</artifactId>
      <version>${ELASTICSEARCH_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

const LOGGING = `status = error
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d{ISO8601} %-5p %c{1.} %m%n
rootLogger.level = warn
rootLogger.appenderRef.out.ref = out
`;

/** Returns what is missing to run a node here; null when nothing is. */
export const missingForElasticsearch = (environment: NodeJS.ProcessEnv): string | null => {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter(Boolean);
  const absent = ["java", "javac", "mvn"].filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  return absent.length === 0 ? null : `${absent.join(", ")} not on PATH (Java 17 and Maven are needed)`;
};

/**
 * The home folder of an Elasticsearch in the user's cache, filled by Maven at the first time (48 MB). Safe to call from
 * several processes at once.
 */
export const installElasticsearch = async (environment: NodeJS.ProcessEnv = process.env): Promise<string> => {
  const home = join(findCacheFolder(environment), `elasticsearch-node-${ELASTICSEARCH_VERSION}-1`);
  if (existsSync(home)) return home;
  mkdirSync(dirname(home), { recursive: true });
  const partial = mkdtempSync(`${home}.partial-`);
  try {
    await fill(partial);
    if (!existsSync(home)) renameSync(partial, home);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return home;
};

const fill = async (home: string): Promise<void> => {
  const libraries = join(home, "lib");
  const http = join(home, "modules", "transport-netty4");
  for (const folder of ["lib", "modules/transport-netty4", "plugins", "config", "classes"]) {
    mkdirSync(join(home, folder), { recursive: true });
  }
  writeFileSync(join(home, "pom.xml"), PROJECT);
  writeFileSync(join(home, "config", "log4j2.properties"), LOGGING);
  await runProgram(
    "mvn",
    ["-B", "-q", "-f", join(home, "pom.xml"), "dependency:copy-dependencies", `-DoutputDirectory=${libraries}`],
    { timeoutMs: PATIENCE_MS },
  );
  for (const name of readdirSync(libraries).filter((each) => /^(netty|transport-netty4)-/.test(each))) {
    renameSync(join(libraries, name), join(http, name));
  }
  writeFileSync(join(http, "plugin-descriptor.properties"), descriptor());
  cpSync(JAVA_SOURCE, join(home, "TestNode.java"));
  const classes = [
    "--release",
    "17",
    "-nowarn",
    "-proc:none",
    "-cp",
    join(libraries, "*"),
    "-d",
    join(home, "classes"),
  ];
  await runProgram("javac", [...classes, join(home, "TestNode.java")], { timeoutMs: PATIENCE_MS });
};

/** A module says what it is in a file of its own, beside its libraries. */
const descriptor = (): string =>
  [
    "name=transport-netty4",
    "description=HTTP and transport",
    `version=${ELASTICSEARCH_VERSION}`,
    `elasticsearch.version=${ELASTICSEARCH_VERSION}`,
    "java.version=17",
    "classname=org.elasticsearch.transport.netty4.Netty4Plugin",
    "modulename=org.elasticsearch.transport.netty4",
    "",
  ].join("\n");
