# Only the folders that .dockerignore lists are copied. The final image has production dependencies only.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json schema.graphql ./
COPY scripts scripts
COPY patches patches
COPY src src
# The commit that is built, for `acoustic --version`: --build-arg ACOUSTIC_COMMIT=$(git rev-parse HEAD)
ARG ACOUSTIC_COMMIT=
RUN npm run build && node scripts/sandbox-image.mjs
RUN npm prune --omit=dev --ignore-scripts

FROM node:26-slim
WORKDIR /app
COPY --from=build /app/package.json /app/schema.graphql ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/src/database/migrations src/database/migrations
COPY --from=build /app/src/demo/data src/demo/data
COPY --from=build /app/src/evidence/method.md /app/src/evidence/recompute.py src/evidence/
COPY --from=build /app/src/ingest/instruments/*.yaml src/ingest/instruments/
COPY --from=build /app/src/rest/docs/page.html /app/src/rest/docs/viewer.css src/rest/docs/
# A new volume gets the owner of the folder on which it is mounted.
RUN install -d -m 0700 -o node -g node /data /data/audio
USER node
ENV NODE_ENV=production HOST=0.0.0.0 INTERNAL_HOST=0.0.0.0 DATA_DIR=/data
EXPOSE 8080 8081
# Live, not ready: a restart does not help while the database is away.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.INTERNAL_PORT || 8081) + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--v8-pool-size=0", "dist/main.js"]
CMD ["serve"]
