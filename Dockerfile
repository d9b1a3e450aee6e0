# Builds with compilers and development packages, then keeps only what the server runs on.
FROM node:24 AS build
WORKDIR /app

# better-sqlite3 is compiled against the headers of this very Node, without downloading any.
ENV npm_config_nodedir=/usr/local
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts && npm rebuild better-sqlite3 --build-from-source

COPY tsconfig.json tsconfig.build.json build.mjs bundle.mjs openapi.yaml ./
COPY src src
COPY bin bin
COPY data data
COPY template template
COPY docs docs
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
WORKDIR /app
# Worlds in Python need one: `docker build --build-arg PYTHON=yes`. Without, the image is smaller.
ARG PYTHON=no
RUN if [ "$PYTHON" = yes ]; then \
      apt-get update && apt-get install --yes --no-install-recommends python3 python3-venv \
      && rm -rf /var/lib/apt/lists/*; \
    fi
ENV NODE_ENV=production
COPY --from=build /app/package.json /app/openapi.yaml ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/bin bin
COPY --from=build /app/data data
COPY --from=build /app/template template
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data

# Reachable from outside the container, which the server refuses unless BACKCHANNEL_TOKEN is set.
ENV BACKCHANNEL_HOST=0.0.0.0 BACKCHANNEL_PORT=8000 BACKCHANNEL_DB=/data/backchannel.db
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.BACKCHANNEL_PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/backchannel", "serve"]
