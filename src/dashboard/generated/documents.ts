// Generated from the documents below src/dashboard/browser by `npm run generate`. Do not edit.
export const dashboardDocuments = [
  {
    name: "lease-recording.graphql of the dashboard",
    text: `query LeaseRecording($project:ID!$sensor:ID!$at:Instant!){measurements(projectId:$project sensorId:$sensor startAt:$at endAt:$at limit:1 withAudio:true){data{audioUrl}}}`,
  },
  {
    name: "read-samples.graphql of the dashboard",
    text: `query ReadSamples($project:ID!$sensor:ID!$weighting:FrequencyWeighting!$first:Instant!$last:Instant!$cursor:UnixSecond!$withPeak:Boolean!){measurements(projectId:$project sensorId:$sensor startAt:$first endAt:$last cursor:$cursor limit:2000 fweighting:$weighting){data{id datetime Leq LAFmax LCpeak@include(if:$withPeak)LA10 LA50 LA90 limit limitSource over classification{label confidence}}cursor}}`,
  },
  {
    name: "sensor-exclusions.graphql of the dashboard",
    text: `query SensorExclusions($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!){project(id:$project){sensors(ids:$sensors){id exclusions(startAt:$first endAt:$last){...Excluded}}}}fragment Excluded on Exclusion{startAt endAt reason note}`,
  },
  {
    name: "sample-labels.graphql of the dashboard",
    text: `query SampleLabels($project:ID!$sensor:ID!$first:Instant!$last:Instant!$cursor:UnixSecond!){measurements(projectId:$project sensorId:$sensor startAt:$first endAt:$last cursor:$cursor limit:2000){data{datetime classification{label confidence}}cursor}}`,
  },
  {
    name: "project-extents.graphql of the dashboard",
    text: `query ProjectExtents($project:ID!){project(id:$project){schedule{default{...Levels}windows{limit{...Levels}}}sensors{id extent{firstAt lastAt weightings}interval{seconds source}schedule{default{...Levels}}}}}fragment Levels on LimitLevels{A C Z}`,
  },
  {
    name: "site.graphql of the dashboard",
    text: `query Site{projects{id name description timezone contract{startAt endAt}classification{model}criteria{id}sensors{id name serialNumber model endAt location{latitude longitude}}}}`,
  },
  {
    name: "availability-days.graphql of the dashboard",
    text: `query AvailabilityDays($project:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!){project(id:$project){sensors{id aggregates(startAt:$first endAt:$last bucket:day fweighting:$weighting){buckets{startAt seconds samples expectedSamples}}}}}`,
  },
  {
    name: "sensor-gaps.graphql of the dashboard",
    text: `query SensorGaps($project:ID!$sensor:ID!$first:Instant!$last:Instant!){sensor(projectId:$project id:$sensor){availability(startAt:$first endAt:$last){interval{seconds source agrees}gapCount gaps{startAt endAt seconds}}valid:aggregates(startAt:$first endAt:$last bucket:range validOnly:true){buckets{excludedSeconds}}exclusions(startAt:$first endAt:$last){...Excluded}}}fragment Excluded on Exclusion{startAt endAt reason note}`,
  },
  {
    name: "compared-side.graphql of the dashboard",
    text: `query ComparedSide($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!$maxBuckets:Int!){sensor(projectId:$project id:$sensor){total:aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){buckets{Leq events maxOver coverage coveredSeconds}}hours:aggregates(startAt:$first endAt:$last bucket:hour fweighting:$weighting validOnly:$validOnly maxBuckets:$maxBuckets){buckets{startAt Leq}}indicators(startAt:$first endAt:$last validOnly:$validOnly){longTerm{Lday Levening Lnight Lden}}assessments(startAt:$first endAt:$last){data{criterionId startAt endAt verdict}}}}`,
  },
  {
    name: "project-criteria.graphql of the dashboard",
    text: `query ProjectCriteria($project:ID!){project(id:$project){permit{number authority}criteria{id name level days from to over overSeconds limit allowed minCoverage adjustments{name days from to add}}versions{version appliedAt changes}}}`,
  },
  {
    name: "sensor-verdicts.graphql of the dashboard",
    text: `query SensorVerdicts($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$asOf:Instant){project(id:$project){sensors(ids:$sensors){id assessments(startAt:$first endAt:$last asOf:$asOf){data{...AssessedWindow}}}}}fragment AssessedWindow on Assessment{criterionId date startAt endAt seconds coverage excludedSeconds verdict reason level limit over referenceTimes exceeded undecided budgetUsed remaining{seconds level}}`,
  },
  {
    name: "window-evidence.graphql of the dashboard",
    text: `query WindowEvidence($project:ID!$sensor:ID!$criterion:ID!$at:Instant!$first:Instant!$last:Instant!$dueFirst:Instant!$dueLast:Instant!$isDue:Boolean!$asOf:Instant){sensor(projectId:$project id:$sensor){assessments(startAt:$at endAt:$at criteria:[$criterion]asOf:$asOf){interval{seconds}data{date worst{...ReferenceLevel}exceedances{...ReferenceLevel}adjustments{name add seconds}}}availability(startAt:$dueFirst endAt:$dueLast)@include(if:$isDue){gaps{startAt endAt}}exclusions(startAt:$first endAt:$last){...Excluded}}}fragment ReferenceLevel on ReferenceTime{startAt endAt level over coverage verdict}fragment Excluded on Exclusion{startAt endAt reason note}`,
  },
  {
    name: "event-sample.graphql of the dashboard",
    text: `query EventSample($project:ID!$sensor:ID!$sample:ID!$weighting:FrequencyWeighting!){sensor(projectId:$project id:$sensor){sample(id:$sample fweighting:$weighting){id datetime fweighting Leq LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90 classification{label confidence model}limit limitSource limitRecalculatedAt over limitExplanation{...Explanation}recording{durationSeconds sampleRate byteLength}}}}fragment Explanation on LimitExplanation{at localTime date day holiday{date name}fweighting limit limitSource ruleCount rules{limitSource owner position limit startsOn day holiday{date name}exception{name startAt endAt limit{...Levels}}window{days from to limit{...Levels}}}}fragment Levels on LimitLevels{A C Z}`,
  },
  {
    name: "surrounding-limits.graphql of the dashboard",
    text: `query SurroundingLimits($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$dueFirst:Instant!$dueLast:Instant!$isDue:Boolean!){sensor(projectId:$project id:$sensor){limitTimeline(startAt:$first endAt:$last fweighting:$weighting){startAt endAt limit limitSource}availability(startAt:$dueFirst endAt:$dueLast)@include(if:$isDue){gaps{startAt endAt}}exclusions(startAt:$first endAt:$last){...Excluded}indicators(startAt:$first endAt:$last){periods{day evening night}}}}fragment Excluded on Exclusion{startAt endAt reason note}`,
  },
  {
    name: "exceedance-counts.graphql of the dashboard",
    text: `query ExceedanceCounts($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!){project(id:$project){sensors(ids:$sensors){id aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){buckets{samples events maxOver highestLimit}}}}}`,
  },
  {
    name: "project-events.graphql of the dashboard",
    text: `query ProjectEvents($project:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$order:Order!$limit:Int!$cursor:String$sensors:[ID!]$labels:[String!]$minOver:Decibel$sources:[LimitSource!]$withRecording:Boolean){project(id:$project){events(startAt:$first endAt:$last fweighting:$weighting orderBy:$order limit:$limit cursor:$cursor sensors:$sensors labels:$labels minOver:$minOver sources:$sources withRecording:$withRecording){data{id sensorId datetime Leq limit over limitSource classification{label confidence}}cursor}}}`,
  },
  {
    name: "sensor-episodes.graphql of the dashboard",
    text: `query SensorEpisodes($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!){project(id:$project){sensors(ids:$sensors){id episodes(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly){data{startAt endAt seconds events Leq maxOver maxOverAt label firstRecordingId}}}}}`,
  },
  {
    name: "viewer.graphql of the dashboard",
    text: `query Viewer{viewer{name grantedScopes expiresAt}}`,
  },
  {
    name: "latest-levels.graphql of the dashboard",
    text: `query LatestLevels{projects{id sensors{id latest{datetime Leq limit over}}}}`,
  },
  {
    name: "recent-series.graphql of the dashboard",
    text: `query RecentSeries($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!){project(id:$project){sensors(ids:$sensors){id series(startAt:$first endAt:$last fweighting:$weighting validOnly:true maxPoints:100){buckets{startAt endAt samples Leq LeqMax lowestLimit events}}}}}`,
  },
  {
    name: "sensor-intervals.graphql of the dashboard",
    text: `query SensorIntervals{projects{sensors{id interval{seconds source}extent{firstAt lastAt}}}}`,
  },
  {
    name: "project-levels.graphql of the dashboard",
    text: `query ProjectLevels($project:ID!$weighting:FrequencyWeighting!){project(id:$project){sensors{id latest(fweighting:$weighting){datetime Leq limit over}}}}`,
  },
  {
    name: "due-time.graphql of the dashboard",
    text: `query DueTime($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!){project(id:$project){sensors(ids:$sensors){id ...DueTime}}}fragment DueTime on Sensor{valid:aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:true){buckets{coveredSeconds excludedSeconds}}availability(startAt:$first endAt:$last){interval{seconds source}seconds samples expectedSamples coveredSeconds coverage gapCount gaps{startAt endAt seconds}}}`,
  },
  {
    name: "report-choice.graphql of the dashboard",
    text: `query ReportChoice($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!){project(id:$project){sensors(ids:$sensors){id aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){buckets{samples events}}assessments(startAt:$first endAt:$last){data{verdict}}}}}`,
  },
  {
    name: "report-figures.graphql of the dashboard",
    text: `query ReportFigures($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!=true$maxPoints:Int!$maxHours:Int!$withPlots:Boolean!$withHours:Boolean!$withEpisodes:Boolean!){project(id:$project){sensors(ids:$sensors){id ...Meter aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){buckets{Leq LAFmax samples events overSeconds overFraction maxOver}}...DueTime exclusions(startAt:$first endAt:$last){...Excluded}assessments(startAt:$first endAt:$last){data{...AssessedWindow}}episodes(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly)@include(if:$withEpisodes){data{startAt seconds events Leq LAE maxOver maxOverAt label}}allEpisodes:episodes(startAt:$first endAt:$last fweighting:$weighting)@include(if:$withEpisodes){data{startAt endAt events maxOver}}series(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly maxPoints:$maxPoints)@include(if:$withPlots){buckets{...LevelBucket}}hours:aggregates(startAt:$first endAt:$last bucket:hour fweighting:$weighting validOnly:$validOnly maxBuckets:$maxHours)@include(if:$withHours){buckets{...HourLevel}}limitTimeline(startAt:$first endAt:$last fweighting:$weighting)@include(if:$withPlots){startAt endAt limit limitSource}indicators(startAt:$first endAt:$last validOnly:$validOnly){periods{day evening night}longTerm{Lday Levening Lnight Lden}}distribution(startAt:$first endAt:$last level:LA90 validOnly:$validOnly){lowest}}}}fragment Meter on Sensor{microphone{height mounting}class calibrations{date level note}}fragment DueTime on Sensor{valid:aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:true){buckets{coveredSeconds excludedSeconds}}availability(startAt:$first endAt:$last){interval{seconds source}seconds samples expectedSamples coveredSeconds coverage gapCount gaps{startAt endAt seconds}}}fragment Excluded on Exclusion{startAt endAt reason note}fragment AssessedWindow on Assessment{criterionId date startAt endAt seconds coverage excludedSeconds verdict reason level limit over referenceTimes exceeded undecided budgetUsed remaining{seconds level}}fragment LevelBucket on Aggregate{startAt samples Leq LeqMin LeqMax LAFmax lowestLimit highestLimit maxOver events}fragment HourLevel on Aggregate{startAt endAt samples expectedSamples coveredSeconds Leq events limitedSeconds maxOver lowestLimit highestLimit}`,
  },
  {
    name: "schedule-rules.graphql of the dashboard",
    text: `query ScheduleRules($project:ID!$sensors:[ID!]){project(id:$project){schedule{...Rules}sensors(ids:$sensors){id schedule{...Rules}}}}fragment Rules on LimitSchedule{default{...Levels}windows{days from to limit{...Levels}}exceptions{name startAt endAt limit{...Levels}}holidays{date name}}fragment Levels on LimitLevels{A C Z}`,
  },
  {
    name: "level-series.graphql of the dashboard",
    text: `query LevelSeries($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!$maxPoints:Int!){sensor(projectId:$project id:$sensor){series(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly maxPoints:$maxPoints){buckets{...LevelBucket}}}}fragment LevelBucket on Aggregate{startAt samples Leq LeqMin LeqMax LAFmax lowestLimit highestLimit maxOver events}`,
  },
  {
    name: "sensor-limits.graphql of the dashboard",
    text: `query SensorLimits($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$withTimeline:Boolean!){project(id:$project){schedule{exceptions{name startAt endAt}holidays{date name}}}sensor(projectId:$project id:$sensor){schedule{exceptions{name startAt endAt}}limitTimeline(startAt:$first endAt:$last fweighting:$weighting)@include(if:$withTimeline){startAt endAt limit limitSource}}}`,
  },
  {
    name: "sensor-range.graphql of the dashboard",
    text: `query SensorRange($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!$dueFirst:Instant!$dueLast:Instant!$isDue:Boolean!$withEpisodes:Boolean!){sensor(projectId:$project id:$sensor){...Meter aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){meta{clamped effectiveRange{startAt endAt}}buckets{Leq samples excludedSeconds events maxOver}}indicators(startAt:$first endAt:$last validOnly:$validOnly){periods{day evening night}longTerm{Lden}}availability(startAt:$dueFirst endAt:$dueLast)@include(if:$isDue){samples expectedSamples coverage gapCount gaps{startAt endAt}}episodes(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly)@include(if:$withEpisodes){data{events}}exclusions(startAt:$first endAt:$last){...Excluded}}}fragment Meter on Sensor{microphone{height mounting}class calibrations{date level note}}fragment Excluded on Exclusion{startAt endAt reason note}`,
  },
  {
    name: "hour-statistics.graphql of the dashboard",
    text: `query HourStatistics($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!$maxBuckets:Int!){project(id:$project){schedule{holidays{date}}}sensor(projectId:$project id:$sensor){aggregates(startAt:$first endAt:$last bucket:hour fweighting:$weighting validOnly:$validOnly maxBuckets:$maxBuckets){buckets{...HourLevel}}}}fragment HourLevel on Aggregate{startAt endAt samples expectedSamples coveredSeconds Leq events limitedSeconds maxOver lowestLimit highestLimit}`,
  },
  {
    name: "level-distribution.graphql of the dashboard",
    text: `query LevelDistribution($project:ID!$sensor:ID!$first:Instant!$last:Instant!$level:LevelName!$weighting:FrequencyWeighting!$validOnly:Boolean!){sensor(projectId:$project id:$sensor){distribution(startAt:$first endAt:$last level:$level binWidth:1 validOnly:$validOnly){samples seconds bins{from to samples seconds}lowest highest exceeded{percent level}}aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly maxBuckets:1){buckets{events}}availability(startAt:$first endAt:$last){gapCount}}}`,
  },
];
