-- What is known of the samples that older releases have stored. It is found out beside readers and writers, after the migrations
-- that lock tables (`migration-steps.ts`). A release that kept these tables has filled them.
DO $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM "reported_weightings") AND EXISTS (SELECT 1 FROM "samples") THEN
		INSERT INTO "reported_weightings" ("sensor_key", "weighting", "first_at")
		SELECT "sensor_key", 'A', min("datetime") FROM "samples" WHERE "laeq" IS NOT NULL GROUP BY "sensor_key";
		INSERT INTO "reported_weightings" ("sensor_key", "weighting", "first_at")
		SELECT "sensor_key", 'C', min("datetime") FROM "samples" WHERE "lceq" IS NOT NULL GROUP BY "sensor_key";
		INSERT INTO "reported_weightings" ("sensor_key", "weighting", "first_at")
		SELECT "sensor_key", 'Z', min("datetime") FROM "samples" WHERE "lzeq" IS NOT NULL GROUP BY "sensor_key";
	END IF;
	IF NOT EXISTS (SELECT 1 FROM "sensor_latest") AND EXISTS (SELECT 1 FROM "samples") THEN
		INSERT INTO "sensor_latest"
		SELECT "sensors"."key", "newest".*
		FROM "sensors"
		CROSS JOIN LATERAL (
			SELECT "datetime", "laeq", "lceq", "lzeq", "lafmax", "lafmin", "lcpeak", "la10", "la50", "la90"
			FROM "samples" WHERE "samples"."sensor_key" = "sensors"."key"
			ORDER BY "datetime" DESC LIMIT 1
		) AS "newest";
	END IF;
END $$;
