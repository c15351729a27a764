CREATE TABLE "reported_weightings" (
	"sensor_key" integer NOT NULL,
	"weighting" text NOT NULL,
	"first_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "reported_weightings_sensor_key_weighting_pk" PRIMARY KEY("sensor_key","weighting")
);
--> statement-breakpoint
ALTER TABLE "reported_weightings" ADD CONSTRAINT "reported_weightings_sensor_key_sensors_key_fk" FOREIGN KEY ("sensor_key") REFERENCES "public"."sensors"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The samples that are stored already.
INSERT INTO "reported_weightings" ("sensor_key", "weighting", "first_at")
SELECT "sensor_key", "weighting", "first_at"
FROM (
	SELECT "sensor_key",
		min("datetime") FILTER (WHERE "laeq" IS NOT NULL) AS "a",
		min("datetime") FILTER (WHERE "lceq" IS NOT NULL) AS "c",
		min("datetime") FILTER (WHERE "lzeq" IS NOT NULL) AS "z"
	FROM "samples" GROUP BY "sensor_key"
) AS "stored"
CROSS JOIN LATERAL (VALUES ('A', "a"), ('C', "c"), ('Z', "z")) AS "first" ("weighting", "first_at")
WHERE "first_at" IS NOT NULL;
