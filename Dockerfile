# The study app in a container: docker build -t kibitz . ; docker run --rm --network host -v kibitz:/data kibitz
FROM python:3.13-slim AS built
# Any g++ there will do, and versions of Debian's packages go away.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY . /src
# All builds of the core, so that the image runs on other machines than the one that made it.
RUN pip wheel --no-cache-dir --wheel-dir /wheels /src -Ccmake.define.KIBITZ_PORTABLE=ON

FROM python:3.13-slim
COPY --from=built /wheels /wheels
# There is one version, just built.
# hadolint ignore=DL3013
RUN pip install --no-cache-dir --no-index --find-links /wheels kibitz && rm -r /wheels && useradd --create-home --uid 1000 kibitz \
    && mkdir /data && chown kibitz /data
USER 1000
ENV KIBITZ_HOME=/data
VOLUME /data
ENTRYPOINT ["kibitz"]
CMD ["--no-browser"]
