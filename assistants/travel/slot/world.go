package slot

// countries are named in place of a city; the first name may stand inside a
// longer word.
var countries = []struct {
	code  string
	names []string
}{
	{"JP", []string{"일본", "japan"}}, {"TH", []string{"태국", "thailand"}}, {"VN", []string{"베트남", "vietnam"}},
	{"FR", []string{"프랑스", "france"}}, {"KR", []string{"국내여행", "국내", "korea"}}, {"US", []string{"미국", "usa", "america"}},
	{"CN", []string{"중국", "china"}}, {"PH", []string{"필리핀", "philippines"}}, {"ID", []string{"인도네시아", "indonesia"}},
	{"IT", []string{"이탈리아", "italy"}}, {"ES", []string{"스페인", "spain"}}, {"GB", []string{"영국", "england"}}, {"DE", []string{"독일", "germany"}},
	{"CH", []string{"스위스", "switzerland"}}, {"AU", []string{"호주", "australia"}}, {"TR", []string{"튀르키예", "turkey"}},
}

// farCities are well-known places that the catalog does not have.
var farCities = []string{
	"뉴욕", "런던", "로마", "바르셀로나", "마드리드", "프라하", "비엔나", "베를린", "뮌헨", "취리히", "암스테르담", "이스탄불", "두바이", "시드니", "멜버른", "하와이", "호놀룰루",
	"로스앤젤레스", "샌프란시스코", "라스베이거스", "밴쿠버", "토론토", "칸쿤", "발리", "자카르타", "세부", "보라카이", "마닐라", "하노이", "호치민", "나트랑", "푸꾸옥", "푸켓", "치앙마이", "파타야",
	"쿠알라룸푸르", "코타키나발루", "상하이", "베이징", "칭다오", "마카오", "교토", "삿포로", "오키나와", "나고야", "히로시마", "가오슝", "사이판", "몰디브", "서울", "강릉", "경주", "여수", "속초", "전주", "인천", "대구", "평양", "달나라", "화성",
	"new york", "london", "rome", "barcelona", "madrid", "prague", "vienna", "berlin", "istanbul", "dubai", "sydney", "hawaii", "los angeles", "san francisco", "bali", "cebu", "hanoi",
	"phuket", "shanghai", "beijing", "macau", "kyoto", "sapporo", "okinawa", "nagoya", "seoul", "saipan", "maldives", "the moon", "mars",
}
