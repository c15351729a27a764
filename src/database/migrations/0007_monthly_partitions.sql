CREATE TABLE "compact_partitions" (
	"name" text PRIMARY KEY NOT NULL,
	"is_compact" boolean NOT NULL,
	"compacted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensor_latest" (
	"sensor_key" integer PRIMARY KEY NOT NULL,
	"datetime" timestamp (0) with time zone NOT NULL,
	"laeq" smallint,
	"lceq" smallint,
	"lzeq" smallint,
	"lafmax" smallint,
	"lafmin" smallint,
	"lcpeak" smallint,
	"la10" smallint,
	"la50" smallint,
	"la90" smallint
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "samples_retention" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "recordings_retention" text;--> statement-breakpoint
ALTER TABLE "sensor_latest" ADD CONSTRAINT "sensor_latest_sensor_key_sensors_key_fk" FOREIGN KEY ("sensor_key") REFERENCES "public"."sensors"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- From here on, samples have a partition for each month (UTC), which drizzle-kit cannot express. The samples that are stored
-- already become one partition, as they are: no row is copied.
ALTER TABLE "samples" RENAME TO "samples_stored";--> statement-breakpoint
ALTER TABLE "samples_stored" RENAME CONSTRAINT "samples_pkey" TO "samples_stored_pkey";--> statement-breakpoint
CREATE TABLE "samples" (
	LIKE "samples_stored" INCLUDING DEFAULTS,
	CONSTRAINT "samples_pkey" PRIMARY KEY ("sensor_key","datetime") INCLUDE ("laeq","lceq","lzeq","lafmax","lafmin","lcpeak","la10","la50","la90"),
	CONSTRAINT "samples_sensor_key_sensors_key_fk" FOREIGN KEY ("sensor_key") REFERENCES "public"."sensors"("key")
) PARTITION BY RANGE ("datetime");
--> statement-breakpoint
DO $$
DECLARE
	-- What `prepare-samples-partition.ts` found, so that attaching reads no row: every sample is before this month.
	until date := (
		SELECT to_date(replace(conname, 'samples_before_', ''), 'YYYY_MM') FROM pg_constraint
		WHERE conrelid = 'samples_stored'::regclass AND conname LIKE 'samples\_before\_%' AND convalidated
	);
	partition text;
BEGIN
	IF NOT EXISTS (SELECT FROM "samples_stored") THEN
		DROP TABLE "samples_stored";
	ELSIF until IS NULL THEN
		-- Another process has given up meanwhile, or the first samples have come: they are checked first, beside readers and writers.
		RAISE EXCEPTION 'the stored samples are not checked' USING ERRCODE = 'object_not_in_prerequisite_state';
	ELSE
		partition := 'samples_before_' || to_char(until, 'YYYY_MM');
		EXECUTE format('ALTER TABLE "samples_stored" RENAME TO %I', partition);
		EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT "samples_stored_pkey" TO %I', partition, partition || '_pkey');
		EXECUTE format('ALTER TABLE "samples" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
			partition, until::timestamp AT TIME ZONE 'UTC');
		EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS %I', partition, partition);
		EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0)', partition);
	END IF;
END $$;
