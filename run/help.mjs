/** What npm start -- --help prints: every command, role and setting. */
export const HELP = `Tanker Console

  npm start                          all on this machine: embedded PostgreSQL, server, device gateway, virtual fleet
  npm start -- --no-fleet            the same without the virtual fleet, with an empty database at the first start
  npm start -- --no-backfill         the virtual fleet uploads no recent days at the first start
  npm start -- --role gateway        one role only, for several processes on one DATABASE_URL
  npm start -- --add-user            adds a user and prints the password
  npm start -- --reset-password NAME gives a user a new password, to be changed at the next sign-in, and prints it;
                                     with --and-second-factor two-step verification is reset too
  npm start -- --verify-changes      checks whether the change history or the sign-in log was altered, and where
  npm start -- --backup FOLDER       copies the data folder with its database to a new folder, also while the server runs
  npm start -- --restore FOLDER      checks a backup and restores it into a new data folder, given with --data

Roles (--role or TANKER_ROLES, comma separated; default all): gateway (trucks), http (console and calls), jobs

Settings
  DATABASE_URL                       PostgreSQL 15 or newer; unset: the embedded one
  --data, TANKER_DATA                folder of the embedded database (default .data; the start names another one if that is unusable)
  --host, TANKER_HOST                address of the web console (default 127.0.0.1, this machine only; with TLS_CERT or
                                     TRUSTED_PROXIES 0.0.0.0, every machine)
  --port, TANKER_PORT                port of the web console (default 8080)
  --device-host, TANKER_DEVICE_HOST  address that trucks connect to (default 0.0.0.0)
  --device-port, TANKER_DEVICE_PORT  port that trucks connect to, JT/T 808 over TCP (default 6808)
  EVIDENCE_HOST, EVIDENCE_PORT       name or address, and port, to which trucks send pictures and clips of alarms (default port: the
                                     trucks' port + 3); unset host: only the virtual fleet is asked
  VIDEO_HOST, VIDEO_PORT             name or address, and port, to which trucks bring live video (default port: the trucks' port + 4);
                                     unset host: only the virtual fleet does
  VIDEO_PLAYBACK_PORT                port to which trucks bring recordings (default VIDEO_PORT + 1)
  EVIDENCE_S3_ENDPOINT, …            an S3-compatible server for pictures and clips instead of the data folder (docs/operating.md)
  EVIDENCE_MAX_GB                    room for pictures and clips; the oldest days are removed when it is used up
  --name, TANKER_NAME                name of this gateway, different for each one (default gateway-PROCESS)
  --role, TANKER_ROLES               roles of this process
  --world FOLDER                     base data for an empty database (default: the virtual fleet's, or none)
  --web FOLDER                       the built web console (default dist/web)
  --trucks N                         number of trucks of the virtual fleet that drive (default all)
  --stage NAME                       one truck of the virtual fleet plays this accident within a minute; --stage help lists them
  --history-days N                   days that the virtual fleet uploads at the first start (default 7)
  --long-history-days N              the same for three of its trucks (default 40)
  TANKER_KEEP_DAYS                   retention in days, such as positions=730,events=3650 (docs/operating.md)
  DATABASE_DISK_GB                   disk size for a database on another machine; the web console warns at 80 %
  LOG_LEVEL                          trace, debug, info, warn, error (default info here: warn)
  WATER_TRUCK_USER                   user name of an account that sees the water-truck manual; unset: none by name
  SERVICE_PHONE                      customer-service phone on the sign-in page
  TANKER_DOWNLOADS                   folder of plug-ins to download: video-plugin.*, card-plugin.* (default downloads in the data folder)
  SMS_GATEWAY, SMS_GATEWAY_TOKEN     HTTP gateway for text messages, and its token (docs/operating.md); unset: messages stay queued
  SMS_GATEWAY_HEADERS, …_BODY, …_OK   how it is spoken to (docs/operating.md); unset: JSON of id, phone and content, any 2xx means sent
  SMTP_URL, MAIL_FROM                mail server (smtps://user:password@host) and sender of alarm mail; unset: no mail, and the web console shows that
  CARD_SITE_URL                      external site for drivers' cards (docs/integration.md); unset: no button to it
  MAP_TILES                          streets on the map: a PMTiles file, or addresses of tiles with {z}, {x}, {y} (docs/operating.md)
  MAP_TILES_SYSTEM, MAP_TILES_SCHEMA, MAP_TILES_MAX_ZOOM, MAP_TILES_CREDIT
                                     coordinates (wgs84, gcj02), layers (openmaptiles, protomaps), largest zoom and owner of those tiles
  TANKER_INTEGRATION_CALLS           calls per minute and integration key (default 600)
  VISITS_ADDRESS                     web-analytics service for page visits; unset: only counted in /metrics
  SECOND_FACTOR_KEY                  32 bytes as base64 that encrypt two-step verification; unset: a file in the data folder
  METRICS_TOKEN                      token for reading /metrics from other machines
  TLS_CERT, TLS_KEY                  PEM files of certificate and key: serves the web console over HTTPS
  TANKER_HOSTNAMES                   accepted host names of the web console, comma separated; other requests are refused
  TRUSTED_PROXIES                    addresses or networks of proxies whose X-Forwarded-* headers are trusted, comma separated
`
