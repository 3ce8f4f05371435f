# The study app in a container: docker build -t kibitz . ; docker run --rm --network host -v kibitz:/data kibitz
FROM python:3.13-slim AS built
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY . /src
# All builds of the core, so that the image runs on other machines than the one that made it.
RUN pip wheel --no-cache-dir --wheel-dir /wheels /src -Ccmake.define.KIBITZ_PORTABLE=ON

FROM python:3.13-slim
COPY --from=built /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels kibitz && rm -r /wheels && useradd --create-home kibitz \
    && mkdir /data && chown kibitz /data
USER kibitz
ENV KIBITZ_HOME=/data
VOLUME /data
ENTRYPOINT ["kibitz"]
CMD ["--no-browser"]
