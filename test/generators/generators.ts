/** A generator of clients that somebody else has made, with how it is installed, called, and how its client is compiled. */
export interface Generator {
  name: string;
  /** Runs once in the folder of tools; a failure means that a registry is away, and is said. */
  install: string;
  /** Runs in the folder of tools; `OUT` is the folder for the client, `DOCUMENT` the file of the document. */
  generate: string;
  /** Runs in the folder of tools. */
  compile: string;
  /** Text in what it prints that tells of a part of the document that it left out. */
  leftOut?: RegExp;
}

const npm = (...packages: string[]): string =>
  `npm install --no-audit --no-fund --silent --prefix . ${packages.join(" ")}`;
const TYPESCRIPT = "typescript@5.9.3";
const compileTypeScript =
  "node_modules/.bin/tsc --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom,dom.iterable $(find $OUT -name '*.ts')";
const importAll = (root: string, name: string): string =>
  `python/bin/python -c 'import sys, pkgutil, importlib; sys.path.insert(0, "'${root}'"); import ${name} as top; [importlib.import_module(each.name) for each in pkgutil.walk_packages(top.__path__, "${name}.")]'`;
const JAR = "openapi-generator-cli.jar";
const installJar = `test -f ${JAR} || mvn -q dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -DoutputDirectory=. -Dmdep.stripVersion=true`;
const compileGo =
  "cd $OUT && (test -f go.mod || go mod init client) > /dev/null 2>&1 && go mod tidy > /dev/null 2>&1 && go build ./...";

export const GENERATORS: readonly Generator[] = [
  {
    name: "openapi-typescript",
    install: npm("openapi-typescript@7.13.0", TYPESCRIPT),
    generate: "node_modules/.bin/openapi-typescript $DOCUMENT -o $OUT/client.ts",
    compile: compileTypeScript,
  },
  {
    name: "@hey-api/openapi-ts",
    install: npm("@hey-api/openapi-ts@0.95.0", TYPESCRIPT),
    generate: "node_modules/.bin/openapi-ts -i $DOCUMENT -o $OUT -c @hey-api/client-fetch",
    compile: compileTypeScript,
  },
  {
    name: "orval 7",
    install: npm("orval7@npm:orval@7.13.2", TYPESCRIPT),
    generate: "node node_modules/orval7/dist/bin/orval.js --input $DOCUMENT --output $OUT/client.ts --client fetch",
    compile: compileTypeScript,
  },
  {
    name: "orval 8",
    install: npm("orval8@npm:orval@8.38.0", TYPESCRIPT),
    generate: "node node_modules/orval8/dist/bin/orval.mjs --input $DOCUMENT --output $OUT/client.ts --client fetch",
    compile: compileTypeScript,
  },
  {
    name: "swagger-typescript-api",
    install: npm("swagger-typescript-api@13.13.0", TYPESCRIPT),
    generate:
      "node_modules/.bin/swagger-typescript-api generate --path $DOCUMENT --output $OUT --name client.ts --silent",
    compile: compileTypeScript,
  },
  {
    name: "openapi-python-client",
    install: "(test -d python || python3 -m venv python) && python/bin/pip install -q openapi-python-client==0.29.1",
    generate:
      "python/bin/openapi-python-client generate --path $DOCUMENT --output-path $OUT/client --meta none --overwrite",
    compile: importAll("$OUT", "client"),
    leftOut: /WARNING|Unable to process/,
  },
  {
    name: "oapi-codegen",
    install: "GOBIN=$PWD/bin go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2",
    generate: "bin/oapi-codegen -package client -generate types,client -o $OUT/client.go $DOCUMENT",
    compile: compileGo,
  },
  {
    name: "ogen",
    install: "GOBIN=$PWD/bin go install github.com/ogen-go/ogen/cmd/ogen@v1.24.0",
    // It knows no union of a text and an object, and leaves out the few operations whose refusals are one.
    generate:
      "printf 'generator:\\n  ignore_not_implemented: [all]\\n' > ogen.yml && bin/ogen -config ogen.yml -package client -target $OUT -clean $DOCUMENT",
    compile: compileGo,
  },
  {
    name: "OpenAPI Generator: python",
    install: `${installJar} && (test -d python || python3 -m venv python) && python/bin/pip install -q urllib3 python-dateutil pydantic typing-extensions`,
    generate: `java -jar ${JAR} generate -i $DOCUMENT -g python -o $OUT`,
    compile: importAll("$OUT", "openapi_client"),
  },
  {
    name: "OpenAPI Generator: typescript-fetch",
    install: `${installJar} && ${npm(TYPESCRIPT)}`,
    generate: `java -jar ${JAR} generate -i $DOCUMENT -g typescript-fetch -o $OUT`,
    compile: compileTypeScript,
  },
];
