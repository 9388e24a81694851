# One image for every process: the API by default, worker, migrations and admin commands by another command.

# The line of Node with long-term support; package.json says which others will do.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The builder keeps the modes of the checkout: made under umask 077, it is for its owner alone.
RUN chmod a+r package.json package-lock.json .npmrc

FROM base AS build
RUN npm ci
COPY . .
# Some of its files are copies, with the modes of what they were copied from.
RUN npm run build && chmod -R a+rX dist

FROM base AS dependencies
# What only compilers and debuggers read is more than half of it, and a compiler comes as the peer of a library that never
# calls it. The programs hold the last ones themselves (scripts/bootstrap/programs.mjs), and no library outside them asks
# for those. 217 MB become 77. Licences stay.
RUN npm ci --omit=dev \
  && find node_modules -type f ! -iname 'license*' \
    \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete \
  && rm -rf node_modules/typescript node_modules/@typescript \
    node_modules/@opentelemetry node_modules/class-validator node_modules/libphonenumber-js node_modules/typeorm \
    node_modules/validator

FROM base
ENV NODE_ENV=production
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist/portal dist/portal
COPY --from=build /app/dist/programs dist/programs
COPY --from=build /app/dist/text dist/text
# For SPOOL_DIR of the worker: a volume that is mounted here belongs to the user below.
RUN mkdir /spool && chown node:node /spool && chmod 700 /spool
USER node
EXPOSE 3000
# The worker has no port but METRICS_PORT, which serves /healthz too. bash asks: a Node of its own every ten seconds would
# take more memory and time than the rest of a worker that waits.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/${HOST:-127.0.0.1}/${METRICS_PORT:-${PORT:-3000}} && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
# Node itself, not npm, so that SIGTERM reaches the process that has to stop in order.
# 32 MiB for young objects: those of a burst of requests then die there, which halves the work of collecting them.
# The heap may double between two collections of the old, where V8 would let it grow to more: docs/performance.md, P11.
CMD ["node", "--enable-source-maps", "--min-semi-space-size=32", "--max-semi-space-size=32", "--heap-growing-percent=100", "dist/programs/api/main.js"]
